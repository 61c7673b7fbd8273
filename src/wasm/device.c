/* device.c - a midend for the page: messages, intents and time go in as calls; what leaves it comes
 * out as lines, and what there is to see as struct model, whose layout the page knows by
 * model-layout.ts. One table an instance. */
#include "wasm/device.h"

#include "core/freestanding.h"
#include "core/inspect.h"
#include "midend/model.h"
#include "wasm/text.h"
#include "wire/reasons.h"
#include "wire/view_write.h"

/* All is forgotten. Positions that are practised end no round; the salt sets requests apart from
 * those of other pages. */
void EXPORT(device_open)(int is_practice, int salt);
/* Whether it is wanted to know what a turn could have been, and whether a worker knows the game. */
void EXPORT(device_wish)(int tells_possible, int has_solver);
/* Before each of the following: the time. What was said is forgotten. */
void EXPORT(device_now)(double now_ms);

/* ---- Calls: each gives the size of the lines that device_said() has ---- */

const char *EXPORT(device_said)(void);
/* An intent, whose fields are those of struct intent. */
int EXPORT(device_do)(int kind, int place, int from, int order, int phrase, int piece, int meld);
/* The move that was shown has been seen. */
int EXPORT(device_shown)(void);
/* The line is broken, or whole again; there is no table any more, by the code in the buffer. */
int EXPORT(device_line)(int is_lost);
int EXPORT(device_end)(int size);
/* The answer to a riddle: an action, or nothing; and whether that ends the round. */
int EXPORT(device_answer)(int kind, int number, int is_out, int size);

/* ---- What there is ---- */

/* Whether the last intent was done. */
int EXPORT(device_has_done)(void);
/* All there is to see, as it is now. */
const struct model *EXPORT(device_model)(void);
/* The scores of all rounds: so many rows as the model says, a number for each of four seats. */
const int32_t *EXPORT(device_sheet)(void);
/* The order of a rack as it was remembered, and the cards in the buffer if it was made by hand. */
void EXPORT(device_remember)(int seat, int order, int size);
/* What a number of the model is called: a card, a reason, a rule. */
int EXPORT(device_card)(int what);
int EXPORT(device_reason)(int reason);
int EXPORT(device_rule)(int rule);

uint64_t device_ms;

static struct midend midend;
static struct model model;
static struct riddle riddles[RIDDLE_COUNT];
static struct writer said, paper;
static bool has_done, is_lost, has_solver;

/* ---- What leaves it ---- */

void device_say(const char *mark, struct text line)
{
    writer_put(&said, mark, word_size_of(mark));
    writer_put(&said, line.at, line.size);
    writer_put(&said, "\n", 1);
}

struct writer *device_paper(void)
{
    writer_clear(&paper);
    return &paper;
}

void device_say_paper(const char *mark)
{
    device_say(mark, (struct text){paper.at, paper.size});
}

static void on_request(void *context, const struct room_request *request)
{
    (void)context;
    source_request(request);
}

static void on_think(void *context, const struct riddle *riddle)
{
    (void)context;
    struct writer *out = device_paper();
    riddles[riddle->kind] = *riddle;
    writer_open(out, '{');
    writer_field_number(out, "kind", riddle->kind);
    writer_field_number(out, "number", riddle->number);
    writer_name(out, "view");
    view_write(out, &riddle->view, NULL);
    writer_close(out, '}');
    device_say_paper(MARK_RIDDLE);
}

static bool on_knows(const struct game *game)
{
    (void)game;
    return has_solver;
}

static void on_keep(void *context, unsigned seat, enum rack_order order,
                    const struct cards *by_hand)
{
    char line[4 + TEXT_MAX] = {(char)('0' + seat), ' ', (char)('0' + order), ' '};
    size_t size = cards_print(midend.game, by_hand, &line[4]);
    (void)context;
    device_say(MARK_ORDER, (struct text){line, 4 + size});
}

static const struct midend_ports ports = {
    .request = on_request, .think = on_think, .knows = on_knows, .keep = on_keep};

/* ---- What comes ---- */

void device_tell(const struct room_message *message)
{
    static struct news news;
    midend_take(&midend, message, device_ms, &news);
    is_lost |= news.kind == NEWS_LOST;
}

int device_done(void)
{
    if (is_lost) {
        is_lost = false;
        source_refresh();
    }
    midend_tick(&midend);
    source_settle();
    return (int)said.size;
}

void device_open(int is_practice, int salt)
{
    midend_free(&midend);
    midend_init(&midend, &ports, NULL);
    midend.is_local = source_is_local || is_practice != 0;
    midend.is_practice = is_practice != 0;
    midend.shows_moves = true;
    midend.follow.salt = (uint32_t)salt;
    memset(riddles, 0, sizeof riddles);
    is_lost = false;
}

const struct game *device_game(void)
{
    return midend.game;
}

void device_wish(int tells_possible, int is_known)
{
    midend.tells_possible = tells_possible != 0;
    has_solver = is_known != 0;
}

void device_now(double now_ms)
{
    device_ms = (uint64_t)now_ms;
    writer_clear(&said);
}

const char *device_said(void)
{
    return said.at;
}

int device_do(int kind, int place, int from, int order, int phrase, int piece, int meld)
{
    struct intent intent = {.kind = (uint8_t)kind, .place = (uint8_t)place,
                            .from = (uint8_t)from, .order = (uint8_t)order,
                            .phrase = (uint8_t)phrase, .piece = (uint16_t)piece,
                            .meld = (uint16_t)meld};
    has_done = kind >= 0 && kind < INTENT_COUNT && midend_do(&midend, &intent);
    return device_done();
}

int device_shown(void)
{
    midend_shown(&midend);
    return device_done();
}

int device_line(int is_broken)
{
    midend_line(&midend, is_broken != 0);
    return device_done();
}

int device_end(int size)
{
    char code[BAR_CODE_SIZE] = "";
    if (size > 0 && size < BAR_CODE_SIZE)
        memcpy(code, text, (size_t)size);
    midend_end(&midend, code);
    return device_done();
}

/* ---- Riddles ---- */

static void take_play(const struct table *table, struct riddle *riddle)
{
    struct bag before, after;
    bag_of_table(&riddle->view.seen.table, &before);
    bag_of_table(table, &after);
    for (unsigned kind = 0; kind < KINDS_MAX; kind++)
        for (unsigned i = before.of[kind]; i < after.of[kind]; i++)
            cards_add(&riddle->laid, (card)kind);
    riddle->table = *table;
    riddle->is_found = true;
}

/* What the worker says to do, if the rules allow it there. */
static void take_action(struct text line, struct riddle *riddle)
{
    struct action action;
    struct error ignored;
    struct state next = riddle->view.seen;
    if (!action_read(midend.game, line.at, line.size, &action, &ignored) ||
        !state_apply(&next, next.seat, &action, &ignored))
        return;
    riddle->has_action = action.kind != ACTION_PLAY;
    riddle->action = action;
    if (!riddle->has_action)
        take_play(&action.table, riddle);
}

int device_answer(int kind, int number, int is_out, int size)
{
    bool is_asked = kind >= 0 && kind < RIDDLE_COUNT && number > 0 &&
                    riddles[kind].number == (uint32_t)number;
    if (!is_asked)
        return device_done();
    struct riddle riddle = riddles[kind];
    riddles[kind].number = 0; /* it is answered once */
    riddle.is_out = is_out != 0;
    if (size > 0 && text_fits(size))
        take_action((struct text){text, (size_t)size}, &riddle);
    midend_answer(&midend, &riddle);
    return device_done();
}

/* ---- What there is ---- */

int device_has_done(void)
{
    return has_done;
}

const struct model *device_model(void)
{
    model_of(&midend, device_ms, &model);
    return &model;
}

const int32_t *device_sheet(void)
{
    return midend.sheet_count == 0 ? NULL : midend.sheet[0];
}

void device_remember(int seat, int order, int size)
{
    struct cards by_hand = {0};
    struct error ignored;
    if (seat < 0 || seat >= SEATS_MAX || order < 0 || order >= ORDER_COUNT)
        return;
    if (size > 0 && midend.game != NULL &&
        (!text_fits(size) ||
         !cards_read(midend.game, false, text, (size_t)size, &by_hand, &ignored)))
        by_hand.count = 0;
    midend_remember(&midend, (unsigned)seat, (enum rack_order)order, &by_hand);
}

int device_card(int what)
{
    return midend.game == NULL ? 0 : (int)card_print(midend.game, (card)what, text);
}

static int name(const char *word)
{
    writer_word(text_begin(), word);
    return text_size();
}

int device_reason(int reason)
{
    return name(reason_name((enum reason)reason));
}

int device_rule(int rule)
{
    return name(rule_name((enum rule)rule));
}
