/* answer.c - one answer for each line from outside, and an error for what cannot be read. */
#include "answer.h"

/* As it was written, whatever it is. */
static void answer_add_id(cJSON *answer, const struct json_line *line)
{
    struct value id = value_field(line->object, "id");
    struct text written = id.at == NULL ? text_of("null") : json_written(line, id);
    cJSON_AddItemToObject(answer, "id", cJSON_ParseWithLength(written.at, written.size));
}

char *answer_line(const char *line, size_t size, answer_function *answer_it,
                  const void *settings, bool *is_error)
{
    struct question q = {.seats = 0};
    struct json_line asked;
    cJSON *answer = cJSON_CreateObject();
    bool is_read = json_read_line(&asked, line, size, &q.problem);
    q.line = asked.object;
    answer_add_id(answer, &asked);
    if (!is_read || !question_read(&q) || !answer_it(&q, settings, answer))
        cJSON_AddStringToObject(answer, "error", q.problem.text);
    *is_error = cJSON_HasObjectItem(answer, "error");
    char *text = cJSON_PrintUnformatted(answer);
    cJSON_Delete(answer);
    json_line_free(&asked);
    return text;
}
