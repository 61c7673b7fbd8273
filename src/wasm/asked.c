/* asked.c - what modules are asked that are given one position after the other: it is set, and what
 * was refused is told, as an object and part by part. */
#include "wasm/given_view.h"
#include "wasm/refusal.h"
#include "wasm/text.h"

/* The rules alone, from `match ...`: enough to judge melds. 0, or -1 if they cannot be read. */
int EXPORT(rules_set)(int size);
/* A whole position. 0, or -1 if it does not hold together. */
int EXPORT(position_set)(int size);
/* The last refusal as an object: `ok` (false), `rule`, `reason`, and as far as they apply `meld`,
 * `place`, `card`, `have`, `need`, `offset`. */
int EXPORT(error_text)(void);
/* The same as numbers; the rule's name as text. */
int EXPORT(error_rule)(void);
int EXPORT(error_reason)(void);
int EXPORT(error_meld)(void);
int EXPORT(error_place)(void);

int rules_set(int size)
{
    return given_rules_read(size) ? 0 : -1;
}

int position_set(int size)
{
    return given_view_read(size, NULL) ? 0 : -1;
}

int error_text(void)
{
    verdict_write(text_begin(), refusal_game(), &refusal);
    return text_size();
}

int error_rule(void)
{
    writer_word(text_begin(), rule_name((enum rule)refusal.rule));
    return text_size();
}

int error_reason(void)
{
    return refusal.reason;
}

int error_meld(void)
{
    return refusal.meld == NOWHERE ? -1 : refusal.meld;
}

int error_place(void)
{
    return refusal.place == NOWHERE ? -1 : refusal.place;
}
