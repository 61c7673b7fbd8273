/* plain_sentences.c - reasons.h and safe_text.h where little is needed of them: the page goes by
 * names and codes and has sentences of its own in its languages, and no text can do harm there. */
#include "core/freestanding.h"
#include "wire/reasons.h"
#include "wire/safe_text.h"

void reason_explain(const struct game *game, const struct error *error, char out[EXPLAINED_MAX])
{
    const char *name = reason_name((enum reason)error->reason);
    (void)game;
    memcpy(out, name, word_size_of(name) + 1);
}

const char *code_words(const char *code)
{
    return code;
}

void safe_text(const char *text, char *out, size_t room)
{
    size_t size = word_size_of(text);
    size = size < room ? size : room - 1;
    memcpy(out, text, size);
    out[size] = '\0';
}
