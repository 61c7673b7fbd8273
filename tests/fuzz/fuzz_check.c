/* fuzz_check.c - every line gets an answer that is a JSON object with the line's id. */
#include <stdlib.h>

#include "check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bool is_error;
    char *answer = check_answer((const char *)data, size, &is_error);
    cJSON *object = cJSON_Parse(answer);
    if (!cJSON_IsObject(object) || cJSON_GetObjectItemCaseSensitive(object, "id") == NULL)
        abort();
    cJSON_Delete(object);
    cJSON_free(answer);
    return 0;
}
