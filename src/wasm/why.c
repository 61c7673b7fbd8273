/* why.c - the last refusal as an English sentence, for programs that have no words of their own. */
#include "core/freestanding.h"
#include "wasm/refusal.h"
#include "wasm/text.h"
#include "wire/reasons.h"

int EXPORT(error_why)(void);

int error_why(void)
{
    char words[EXPLAINED_MAX];
    reason_explain(refusal_game(), &refusal, words);
    struct writer *writer = text_begin();
    writer_word(writer, words);
    return text_size();
}
