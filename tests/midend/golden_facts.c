/* golden_facts.c - see golden_facts.h. A fact is a word or two and what it should be: all of them
 * are made as text from the model and compared, so that a failure shows what is so. */
#include "golden_facts.h"

#include <stdio.h>
#include <string.h>

#include "wire/reasons.h"

enum { FACT_MAX = 800 };

static const char *const bar_words[BAR_COUNT] = {
    [BAR_NONE] = "none",           [BAR_NOT_NOW] = "not now",
    [BAR_WATCHING] = "watching",   [BAR_NOT_ON_TURN] = "not on turn",
    [BAR_PENDING] = "pending",     [BAR_GONE] = "gone",
    [BAR_CURTAIN] = "curtain",     [BAR_SHOWING] = "showing",
    [BAR_NOT_HOST] = "not host",
    [BAR_PICK_FIRST] = "pick first", [BAR_PICK_SINGLE] = "pick a single one",
    [BAR_LAID_TILES] = "laid tiles", [BAR_STAYS] = "stays",
    [BAR_NOTHING] = "nothing",     [BAR_NO_STEP] = "no step",
    [BAR_NO_HINT] = "no hint",     [BAR_RULE] = "rule",
    [BAR_CODE] = "code"};
static const char *const phase_words[] = {"joining", "waiting", "dealing",
                                          "playing", "scored",  "over"};
static const char *const advice_words[ADVICE_COUNT] = {
    "wait", "look", "pass on", "start", "next", "rematch", "draw", "take", "lay", "play",
    "take back", "pick", "discard", "pass"};
static const char *const hint_words[] = {"off", "asking", "nothing", "count", "cards", "table"};
static const char *const happening_words[] = {
    "drew", "found none", "took", "played", "discarded", "passed", "timeout", "dealt", "shuffled",
    "back", "round over", "match over", "joined", "left", "said", "asked back"};

static const struct game *model_game(const struct model *model)
{
    return game_at(model->game);
}

static char letter(unsigned seat)
{
    return seat < SEATS_MAX ? (char)('A' + seat) : '-';
}

bool fact_is_card(const struct model *model, unsigned index, const char *name)
{
    char text[KIND_NAME_SIZE + 1];
    card_print(model_game(model), model->piece[index].what, text);
    return strcmp(text, name) == 0;
}

const char *fact_bar_words(const struct model_bar *bar)
{
    static char words[64];
    bool has_rule = bar->kind == BAR_RULE && bar->rule != RULE_NONE;
    bool has_reason = bar->kind == BAR_RULE && !has_rule;
    snprintf(words, sizeof words, "%s%s%s", bar_words[bar->kind], has_rule || has_reason ? " " : "",
             has_rule     ? rule_name((enum rule)bar->rule)
             : has_reason ? reason_name((enum reason)bar->reason)
                          : "");
    return words;
}

bool fact_is_bar(const struct model_bar *bar, const char *words)
{
    return strcmp(fact_bar_words(bar), words) == 0;
}

/* ---- Facts as text ---- */

static void add_pieces(const struct model *model, unsigned first, unsigned end, char *out)
{
    for (unsigned i = first; i < end; i++) {
        char name[KIND_NAME_SIZE + 1];
        card_print(model_game(model), model->piece[i].what, name);
        sprintf(out + strlen(out), "%s%s%s", i > first ? " " : "", name,
                model->piece[i].is_picked ? "^" : "");
    }
}

static void print_rack(const struct model *model, char *out)
{
    strcpy(out, model->rack_first == model->piece_count ? "-" : "");
    add_pieces(model, model->rack_first, model->piece_count, out);
}

static void print_table(const struct model *model, char *out)
{
    strcpy(out, model->meld_count == 0 ? "-" : "");
    for (unsigned i = 0; i < model->meld_count; i++) {
        const struct model_meld *meld = &model->meld[i];
        strcat(out, i > 0 ? " [" : "[");
        add_pieces(model, meld->first, meld->first + meld->count, out);
        strcat(out, "]");
    }
}

static void print_clock(const struct model *model, char *out)
{
    if (model->left_ms == MODEL_NO_CLOCK)
        strcpy(out, "none");
    else
        sprintf(out, "%us", (unsigned)(model->left_ms / 1000));
}

static void print_first(const struct model *model, char *out)
{
    if (model->has_first_meld)
        sprintf(out, "%d of %d", model->first_have, model->first_need);
    else
        strcpy(out, "behind");
}

static void print_hint(const struct model *model, char *out)
{
    sprintf(out, "%s", hint_words[model->hint.step]);
    if (model->hint.step >= HINT_COUNT)
        sprintf(out + strlen(out), " %u", model->hint.laid_count);
    if (model->hint.is_astray)
        strcat(out, " astray");
}

static void print_last(const struct model *model, char *out)
{
    const struct model_happening *last = &model->happening[0];
    if (model->happening_count == 0) {
        strcpy(out, "nothing");
        return;
    }
    sprintf(out, "%s%s", last->seat < SEATS_MAX ? (char[]){letter(last->seat), ' ', '\0'} : "",
            happening_words[last->kind]);
    if (last->what != CARD_NONE && last->kind <= HAPPENED_DISCARDED &&
        last->kind != HAPPENED_PLAYED) {
        strcat(out, " ");
        card_print(model_game(model), last->what, out + strlen(out));
    }
}

static void print_curtain(const struct model *model, char *out)
{
    strcpy(out, model->is_curtained ? "down" : model->is_lingering ? "lingers" : "up");
}

static void print_discard(const struct model *model, char *out)
{
    if (model->discard_count == 0)
        strcpy(out, "-");
    else
        card_print(model_game(model), model->discard[model->discard_count - 1], out);
}

static void print_phase(const struct model *model, char *out)
{
    strcpy(out, phase_words[model->phase]);
}

static void print_seat(const struct model *model, char *out)
{
    sprintf(out, "%c", letter(model->seat));
}

static void print_turn(const struct model *model, char *out)
{
    sprintf(out, "%c", letter(model->turn));
}

static void print_draft(const struct model *model, char *out)
{
    sprintf(out, "%c", letter(model->draft_seat));
}

static void print_advice(const struct model *model, char *out)
{
    strcpy(out, advice_words[model->advice.kind]);
}

static void print_verdict(const struct model *model, char *out)
{
    strcpy(out, fact_bar_words(&model->verdict));
}

static void print_asking(const struct model *model, char *out)
{
    sprintf(out, "%c", letter(model->asking_back));
}

static void print_waiting(const struct model *model, char *out)
{
    strcpy(out, model->is_waiting ? "yes" : "no");
}

static void print_away(const struct model *model, char *out)
{
    for (unsigned i = 0; i < model->seats; i++)
        if (model->seat_of[i].kind == SITTER_PERSON && !model->seat_of[i].is_here)
            sprintf(out + strlen(out), "%c", letter(i));
    if (out[0] == '\0')
        strcpy(out, "-");
}

static const struct {
    const char *name;
    void (*print)(const struct model *model, char *out);
} facts_known[] = {
    {"phase", print_phase},   {"seat", print_seat},       {"turn", print_turn},
    {"curtain", print_curtain}, {"clock", print_clock},   {"rack", print_rack},
    {"table", print_table},   {"advice", print_advice},   {"hint", print_hint},
    {"first meld", print_first}, {"verdict", print_verdict}, {"draft", print_draft},
    {"last", print_last},     {"discard", print_discard}, {"asks back", print_asking},
    {"waiting", print_waiting}, {"away", print_away}};
enum { FACT_COUNT = sizeof facts_known / sizeof *facts_known };

static const char *one_complaint(const struct model *model, const char *fact, size_t size)
{
    static char text[FACT_MAX], told[FACT_MAX + 32];
    for (unsigned i = 0; i < FACT_COUNT; i++) {
        size_t name_size = strlen(facts_known[i].name);
        if (size <= name_size || fact[name_size] != ' ' ||
            memcmp(fact, facts_known[i].name, name_size) != 0)
            continue;
        text[0] = '\0';
        facts_known[i].print(model, text);
        if (strlen(text) == size - name_size - 1 &&
            memcmp(text, fact + name_size + 1, strlen(text)) == 0)
            return NULL;
        snprintf(told, sizeof told, "%s is %s", facts_known[i].name, text);
        return told;
    }
    return "there is no such fact";
}

const char *fact_complaint(const struct model *model, const char *facts)
{
    const char *complaint = NULL;
    while (*facts != '\0' && complaint == NULL) {
        const char *end = strstr(facts, ", ");
        size_t size = end == NULL ? strlen(facts) : (size_t)(end - facts);
        complaint = one_complaint(model, facts, size);
        facts += size + (end == NULL ? 0 : 2);
    }
    return complaint;
}

void fact_show(const struct model *model, const char *title)
{
    char text[FACT_MAX];
    printf("-- %s\n  ", title);
    for (unsigned i = 0; i < FACT_COUNT && model->game != GAME_NONE; i++) {
        text[0] = '\0';
        facts_known[i].print(model, text);
        printf("%s%s %s", i > 0 ? ", " : "", facts_known[i].name, text);
    }
    printf("\n");
}
