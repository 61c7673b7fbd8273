/* answer.c - one answer for each line from outside, and an error for what cannot be read. */
#include "answer.h"

static void answer_add_id(cJSON *answer, const cJSON *line)
{
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(line, "id");
    cJSON_AddItemToObject(answer, "id",
                          id == NULL ? cJSON_CreateNull() : cJSON_Duplicate(id, true));
}

char *answer_line(const char *line, size_t size, answer_function *answer_it,
                  const void *settings, bool *is_error)
{
    struct question q = {0};
    cJSON *object = json_read_line(line, size, &q.problem);
    cJSON *answer = cJSON_CreateObject();
    q.line = object;
    answer_add_id(answer, object);
    if (object == NULL || !question_read(&q) || !answer_it(&q, settings, answer))
        cJSON_AddStringToObject(answer, "error", q.problem.text);
    *is_error = cJSON_HasObjectItem(answer, "error");
    char *text = cJSON_PrintUnformatted(answer);
    cJSON_Delete(answer);
    cJSON_Delete(object);
    return text;
}
