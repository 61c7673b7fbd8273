/* describe_model.c - prints where things are in struct model, as TypeScript: the build makes
 * model-layout.ts of it, as described.ts is made of what `rummery games` prints. */
#include <stdio.h>

#include "midend/model_fields.h"

int main(void)
{
    struct writer writer = {0};
    model_describe(&writer);
    printf("// model-layout.ts - where things are in struct model (src/midend/model.h), as the\n"
           "// program describe_model prints it.\n"
           "export const modelLayout = %.*s as const;\n",
           (int)writer.size, writer.at);
    writer_free(&writer);
    return fflush(stdout) != 0;
}
