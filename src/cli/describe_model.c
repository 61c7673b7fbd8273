/* describe_model.c - prints where things are in struct model, as TypeScript: all of it as data, or
 * with `constants` a constant for each thing, which the page is made with. */
#include <stdio.h>
#include <string.h>

#include "midend/model_fields.h"

int main(int count, char **words)
{
    struct writer writer = {0};
    if (count > 1 && strcmp(words[1], "constants") == 0) {
        model_describe_constants(&writer);
        printf("// model-at.ts - where things are in struct model (src/midend/model.h), as the\n"
               "// program describe_model prints it.\n%.*s",
               (int)writer.size, writer.at);
    } else {
        model_describe(&writer);
        printf("// model-layout.ts - where things are in struct model (src/midend/model.h), as\n"
               "// the program describe_model prints it.\n"
               "export const modelLayout = %.*s as const;\n",
               (int)writer.size, writer.at);
    }
    writer_free(&writer);
    return fflush(stdout) != 0;
}
