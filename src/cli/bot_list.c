/* bot_list.c - lists of computer players on a command line. */
#include "bot_list.h"

#include <stddef.h>
#include <string.h>

char *bot_list_next(char **list)
{
    char *name = *list, quote = '\0', *at = name;
    if (name == NULL)
        return NULL;
    for (; *at != '\0' && (quote != '\0' || *at != ','); at++) {
        if (*at == '\\' && quote != '\'' && at[1] != '\0')
            at++;
        else if (quote == '\0' && (*at == '"' || *at == '\''))
            quote = *at;
        else if (*at == quote)
            quote = '\0';
    }
    *list = *at == '\0' ? NULL : at + 1;
    *at = '\0';
    return name;
}

const char *bot_command(const char *name)
{
    static const char prefix[] = "cmd:";
    bool is_command = strncmp(name, prefix, sizeof prefix - 1) == 0;
    return is_command && name[sizeof prefix - 1] != '\0' ? name + sizeof prefix - 1 : NULL;
}
