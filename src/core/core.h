/* core.h - the rules of Rummery, readable top to bottom.
 *
 * The core knows three rummy games and nothing else: no files, no clock, no memory of its
 * own, no randomness but what it is handed. Everything a caller needs is declared here;
 * what solver and bots look up besides is in inspect.h, what games are written with in game.h.
 *
 * The order of this page: cards, tables, options, errors, the state of a round, actions,
 * the game struct, views, matches, notation, random numbers. */
#ifndef RUMMERY_CORE_H
#define RUMMERY_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Limits ------------------------------------------------------------------------ */

enum {
    SEATS_MIN = 2,
    SEATS_MAX = 4,
    STACKS_MAX = 5,
    JOKERS_MAX = 6,
    CARDS_MAX = 108,           /* the largest pack: exclusiv and photo */
    KIND_NAME_SIZE = 5,        /* the longest is like FINl, with a closing NUL */
    CARDS_CAP = CARDS_MAX + 1, /* one more, so that a list of too many cards shows itself */
    TEXT_MAX = 1536            /* longest line of the notation, with its closing NUL */
};

enum { SEAT_NONE = 255, SEAT_WATCHER = 254 /* sees the table and no rack */ };

/* ---- Cards ------------------------------------------------------------------------- */

/* A card is the index of its kind in the game's list of kinds. Cards of one kind are
 * alike: the two red fives cannot be told apart. */
typedef uint8_t card;

enum {
    CARD_JOKER = 102,   /* the same index in every game that has jokers */
    CARD_UNKNOWN = 103, /* `?`: a card the viewer cannot see */
    KINDS_MAX = 104,
    CARD_NONE = 255
};

/* A list of cards in order: a rack, a discard pile, a deck. Unused places are zero. */
struct cards {
    uint8_t count;
    card at[CARDS_CAP];
};

/* How many of each kind: what is left when order does not matter. The words are the same
 * bytes, eight kinds at a time. */
enum { BAG_WORDS = KINDS_MAX / 8 };

struct bag {
    union {
        uint8_t of[KINDS_MAX];
        uint64_t words[BAG_WORDS];
    };
};

void cards_add(struct cards *cards, card what);
/* Takes the first card of that kind off the list; false if there is none. */
bool cards_remove(struct cards *cards, card what);
unsigned cards_count_of(const struct cards *cards, card what);

/* ---- Tables ------------------------------------------------------------------------ */

/* Melds one after the other. Meld i holds at[end of meld i-1] up to before at[end[i]].
 * In princess every meld has an owner; elsewhere the owner is SEAT_NONE. */
struct table {
    uint8_t meld_count;
    uint8_t owner[CARDS_CAP];
    uint8_t end[CARDS_CAP];
    card at[CARDS_CAP];
};

/* A meld as it lies on a table, or as somebody asks about it. */
struct meld {
    const card *at;
    unsigned count;
    uint8_t owner;
};

static inline unsigned table_card_count(const struct table *table)
{
    return table->meld_count == 0 ? 0 : table->end[table->meld_count - 1];
}

/* The meld at `index`, which is below meld_count. */
static inline struct meld table_meld(const struct table *table, unsigned index)
{
    unsigned start = index == 0 ? 0 : table->end[index - 1];
    return (struct meld){&table->at[start], table->end[index] - start, table->owner[index]};
}

/* Appends a meld; cards beyond CARDS_CAP are dropped. */
void table_add(struct table *table, struct meld meld);
/* Appends the melds from `first` up to before `last` of another table; they must fit. */
void table_add_range(struct table *table, const struct table *from, unsigned first,
                     unsigned last);

/* ---- Options ----------------------------------------------------------------------- */

enum option {
    OPTION_ROUNDS, /* 0: one round, or no limit where a target is given */
    OPTION_TARGET, /* 0: none */
    OPTION_TURN_SECONDS,
    OPTION_FIRST, /* a seat, or FIRST_LOT */
    OPTION_JOKERS,
    OPTION_JOKER_SWAP,
    OPTION_STOCK_END,
    OPTION_DEAL,
    OPTION_FIRST_MELD,
    OPTION_RUN_MAX,
    OPTION_EXTEND_BEFORE_OWN,
    OPTION_REDISCARD,
    OPTION_BRACELETS, /* two bits a seat: the colour it wears */
    OPTION_TURN_DAYS, /* 0: OPTION_TURN_SECONDS counts */
    OPTION_COUNT
};

/* The state has room for so many: a new option changes neither its size nor the hashes of
 * records. An odd number, so that nothing is padded (state.c). */
enum { OPTION_SLOTS = 31 };

enum { FIRST_LOT = SEATS_MAX };
enum { JOKER_SWAP_ANY, JOKER_SWAP_RACK };
enum { STOCK_END_LITERAL, STOCK_END_STUCK };
enum { OPTION_YES, OPTION_NO };

struct options {
    uint16_t of[OPTION_SLOTS];
};

/* What values an option takes: numbers from min to max by step (none where step is 0),
 * and words, the first of which has the value word_base, or letters, one a seat. */
struct option_spec {
    uint8_t option;
    uint16_t standard;
    const char *name;
    uint16_t min, max, step;
    uint16_t word_base;
    const char *words[3];
    const char *letters;
};

struct game;

void options_default(const struct game *game, struct options *out);
/* The setters return false for an option the game does not have, or a value it cannot take;
 * options_fit says whether all values suit the number of players. */
bool options_set_number(const struct game *game, struct options *options, const char *name,
                        size_t name_size, uint32_t value);
bool options_set_word(const struct game *game, struct options *options, const char *name,
                      size_t name_size, const char *word, size_t word_size);
bool options_fit(const struct game *game, const struct options *options, unsigned seats);
const struct option_spec *options_find(const struct game *game, const char *name,
                                       size_t name_size);
/* How long a turn may take; 0: as long as one likes. */
uint32_t options_turn_s(const struct options *options);

/* ---- Errors ------------------------------------------------------------------------ */

/* Every rule and ruling by its number (docs/rules/). */
enum rule {
    RULE_NONE,
    RULE_NOTATION, /* not a rule of any game: the text is no notation */
#define RULE(name, text) RULE_##name,
#include "rules.def"
#undef RULE
    RULE_COUNT
};

/* What exactly is wrong, language-neutral; the words are made at the edge. */
enum reason {
    REASON_NONE,
#define REASON(name) REASON_##name,
#include "reasons.def"
#undef REASON
    REASON_COUNT
};

/* A refusal: the rule that is broken and where. What does not apply is NOWHERE, CARD_NONE
 * or zero. */
enum { NOWHERE = 255 };

struct error {
    uint16_t rule;   /* enum rule */
    uint16_t reason; /* enum reason */
    uint8_t meld;    /* index of the meld in the action's table */
    uint8_t place;   /* index of the card within that meld */
    card what;       /* the card it is about */
    int16_t have;    /* what there is, of `need`; for a joker its meld on the table before */
    int16_t need;
    uint16_t offset; /* RULE_NOTATION: where in the text */
};

const char *rule_name(enum rule rule); /* "X-13" */
/* And back; RULE_NOTATION where no rule has this name. */
enum rule rule_find(const char *name, size_t name_size);

/* ---- The state of a round ---------------------------------------------------------- */

enum phase {
    PHASE_DEAL,    /* waits for the deck */
    PHASE_START,   /* a seat is on turn and has done nothing yet */
    PHASE_SHUFFLE, /* the stock is empty: waits for the discard pile in a new order */
    PHASE_DRAWN,   /* a card was taken this turn */
    PHASE_LAID,    /* cards were laid this turn; the discard is due */
    PHASE_OVER
};

enum taken_from { TAKEN_NOTHING, TAKEN_STOCK, TAKEN_DISCARD };

/* Face-down cards in one or more stacks. Stack i lies in at[start[i]] onwards; its last
 * card is the top. Places above a stack's count are zero. */
struct stock {
    uint8_t start[STACKS_MAX];
    uint8_t count[STACKS_MAX];
    card at[CARDS_CAP];
};

static inline unsigned stock_count(const struct stock *stock)
{
    unsigned count = 0;
    for (unsigned i = 0; i < STACKS_MAX; i++)
        count += stock->count[i];
    return count;
}

/* All there is to know of a round: plain bytes without padding or pointers, copied by
 * assignment, compared by memcmp. Replaying a record gives the same bytes everywhere. */
struct state {
    struct options options;
    uint8_t game;    /* index for game_at() */
    uint8_t viewer;  /* SEAT_NONE: all cards are known; else see `struct view` */
    uint8_t seats;   /* number of players */
    uint8_t seat;    /* who is on turn; SEAT_NONE when the round is over */
    uint8_t phase;   /* enum phase */
    uint8_t winner;  /* who went out; SEAT_NONE */
    uint8_t took;    /* cards drawn by the last action */
    uint8_t opened;  /* bit a seat: has laid its first meld */
    uint8_t laid;    /* bit a seat: has laid any card (princess) */

    /* princess: what its turn needs to remember */
    card taken;                 /* the card taken this turn, or CARD_NONE */
    uint8_t taken_from;         /* enum taken_from */
    uint8_t shuffle_for;        /* PHASE_SHUFFLE: the action it interrupts */
    uint8_t laid_since_shuffle; /* RA-05 */
    uint8_t idle_turns;         /* turns in a row without laying or drawing from the stock */

    struct stock stock;
    struct cards discard;
    struct cards rack[SEATS_MAX];
    struct cards shown[SEATS_MAX]; /* cards in that rack that everybody has seen */
    struct table table;
    struct table table_before;      /* PHASE_LAID: what a time-out goes back to ... */
    uint8_t opened_before;          /* ... and the flags that go with it */
    uint8_t laid_before;
    uint8_t laid_since_shuffle_before;
};

/* An empty round that waits for the deck. */
void state_init(struct state *state, unsigned game_index, unsigned seats,
                const struct options *options, unsigned starter);

/* Verifies every invariant: each card exactly once, counts, phase, melds that are correct.
 * Returns NULL, or the invariant that does not hold. */
const char *state_check(const struct state *state);

/* ---- Actions ----------------------------------------------------------------------- */

enum action_kind {
    ACTION_DRAW,
    ACTION_PLAY,
    ACTION_PASS,
    ACTION_DISCARD,
    ACTION_TIMEOUT,
    ACTION_LOT, /* these three are chance's: who begins, the deck, the new stock */
    ACTION_DEAL,
    ACTION_SHUFFLE,
    ACTION_COUNT
};

enum { FROM_STOCK = 0, /* or a stack, 1 to STACKS_MAX */ FROM_DISCARD = 255 };

struct action {
    uint8_t kind;       /* enum action_kind */
    uint8_t from;       /* draw: FROM_STOCK, a stack, or FROM_DISCARD */
    uint8_t seat;       /* lot: who begins */
    card what;          /* discard: the card */
    struct table table; /* play, timeout: how the table lies */
    struct cards cards; /* deal, shuffle: first card first */
};

/* Applies an action of a seat. False with the error filled in when the rules forbid it,
 * and then nothing has changed. A draw that names no stack is completed in the action. */
bool state_apply(struct state *state, unsigned seat, struct action *action,
                 struct error *error);

/* Chance: the deck (PHASE_DEAL) and the reshuffled stock (PHASE_SHUFFLE). */
bool state_deal(struct state *state, const struct cards *deck, struct error *error);
bool state_shuffle(struct state *state, const struct cards *stock, struct error *error);

/* What a seat scores in a round: for what it laid, besides that as the one who went out, and for
 * what is left to it. */
struct score {
    int32_t laid, bonus, left;
};

/* The round's scores; false where they depend on cards the viewer cannot see. */
bool state_score_parts(const struct state *state, struct score scores[SEATS_MAX]);
/* Their sums. */
bool state_scores(const struct state *state, int32_t scores[SEATS_MAX]);

/* ---- Games ------------------------------------------------------------------------- */

/* What a meld can be; a meld with one ordinary tile and jokers can be both (XA-05). */
enum { MELD_RUN = 1, /* photo: a row */ MELD_SET = 2 /* princess: a group */ };

/* What the cards are. Pictures and words go by this, not by the game. */
enum card_family { FAMILY_TILE, FAMILY_POSTCARD, FAMILY_FIGURE, FAMILY_COUNT };

/* How the cards of a run lie: as they like, one higher than the one before, or also the lowest
 * after the highest. */
enum run_order { RUN_ANYHOW, RUN_RISING, RUN_CIRCLING };

/* How a rack may stand: runs side by side, or sets, or as a hand has put it. */
enum rack_order { ORDER_RUNS, ORDER_SETS, ORDER_HAND, ORDER_COUNT };

struct random;

/* A game is one of these, in one file of games/. docs/adding-a-game.md explains each. Whatever
 * others must know of it stands here, and nobody lists it again (`rummery games` prints it). */
struct game {
    const char *id;
    uint8_t family; /* enum card_family */
    const char (*kind_names)[KIND_NAME_SIZE]; /* the notation of each ordinary kind */
    uint8_t kind_count;
    uint8_t rank_count; /* so many kinds, one after the other, are a suit */
    uint8_t run_order;  /* enum run_order, of the ranks of a suit */
    uint8_t rack_orders; /* bit each enum rack_order that shows something; by hand is always one */
    uint8_t stack_count;
    bool melds_are_owned;
    bool has_discard;
    bool has_jokers;
    bool timeout_has_table; /* the unfinished table goes with a time-out */
    bool draw_ends_turn;    /* who draws does not lay; elsewhere a turn begins with it */
    bool jokers_come_back;  /* a joker that was freed may go to the rack (P-27) */
    uint8_t first_points;   /* what is first laid is worth so much; 0: anything will do */
    bool first_is_one_meld; /* one meld alone has those points, not all together */
    uint16_t evening_points; /* a target that makes a match of about half an hour */
    bool has_sight; /* its cards can be read in a picture of the real ones (src/sight) */
    const struct option_spec *const *options;
    uint8_t option_count;
    uint8_t rule_turn;    /* cited where a seat acts that is not on turn */
    uint8_t rule_shuffle; /* and where a new stock is not the discard pile; RULE_NONE: no pile */

    unsigned (*copies)(const struct options *options, card what);
    /* The rule to cite where a card is named more often than it exists. */
    enum rule (*supply_rule)(const struct options *options, card what);
    unsigned (*deal_size)(const struct options *options);
    int (*points)(card what);
    /* Whether cards laid from a rack could form melds worth so much among themselves (XA-13);
     * NULL where a first meld counts as it lies, or not at all. */
    bool (*opening_is_worth)(const struct bag *laid, int need);
    bool (*options_fit)(const struct options *options, unsigned seats);
    /* The kinds a meld can be (MELD_RUN | MELD_SET), or 0 with the error filled in. */
    unsigned (*meld_kinds)(const struct options *options, struct meld meld,
                           struct error *error);
    /* After the racks are dealt and the stock is laid out. */
    void (*begin)(struct state *state);
    /* What the seat on turn may do, by kind: judge first, change afterwards. NULL where the
     * game has no such action. */
    bool (*on[ACTION_COUNT])(struct state *state, const struct action *action,
                             struct error *error);
    /* PHASE_SHUFFLE: what happens once the new stock lies there. */
    void (*resume)(struct state *state);
    bool (*scores)(const struct state *state, struct score scores[SEATS_MAX]);
    /* What a card that is left counts against its owner. */
    int (*points_left)(card what);
    /* Scores from what was counted: points laid, cards that bring a bonus to whoever went out, what
     * is left; `laid` has a bit for each seat that has laid any card. */
    void (*settle)(unsigned winner, unsigned laid, unsigned seats,
                   struct score scores[SEATS_MAX]);
    /* A legal action of a simple player, who looks only at what the seat on turn sees. */
    void (*sample)(const struct state *state, struct random *random, struct action *out);
};

unsigned game_count(void);
const struct game *game_at(unsigned index);
/* The game of that name; game_count() if there is none. */
unsigned game_find(const char *id, size_t id_size);

/* "tile", "postcard", "figure" */
const char *family_name(enum card_family family);
/* What runs have in common: the colour, or the capital; of an ordinary card. */
static inline unsigned card_suit(const struct game *game, card what)
{
    return what / game->rank_count;
}
/* What sets have in common, from 1: the number, or the category; 0 for a joker. */
static inline unsigned card_rank(const struct game *game, card what)
{
    return what >= game->kind_count ? 0 : what % game->rank_count + 1U;
}
static inline bool game_has_order(const struct game *game, enum rack_order order)
{
    return order == ORDER_HAND || (game->rack_orders >> order & 1) != 0;
}
/* The first order that its racks have from there on, round and round. */
static inline enum rack_order game_order_from(const struct game *game, unsigned order)
{
    while (!game_has_order(game, (enum rack_order)(order % ORDER_COUNT)))
        order++;
    return (enum rack_order)(order % ORDER_COUNT);
}
/* The phase of a turn in which cards are laid. */
static inline enum phase game_lays_in(const struct game *game)
{
    return game->draw_ends_turn ? PHASE_START : PHASE_DRAWN;
}
/* What is first laid has to be worth, by option or by the game itself; 0: anything will do. */
unsigned game_first_points(const struct game *game, const struct options *options);

unsigned game_deck_size(const struct game *game, const struct options *options);
/* The sorted pack, ready to be shuffled. */
void game_pack(const struct game *game, const struct options *options, struct cards *out);
/* Sizes of the stacks that share `count` cards as evenly as possible, larger first. */
void game_stack_sizes(const struct game *game, unsigned count, uint8_t sizes[STACKS_MAX]);

/* ---- Views ------------------------------------------------------------------------- */

/* What one seat may know: the state with every hidden card turned into CARD_UNKNOWN.
 * A type of its own, so that who is given a view cannot reach the state. */
struct view {
    struct state seen;
};

/* The seat may be SEAT_WATCHER: what everybody sees. */
void view_of(const struct state *state, unsigned seat, struct view *out);

/* ---- Matches ----------------------------------------------------------------------- */

/* Whether a meld by itself is correct and names no card more often than it exists. */
bool meld_judge(const struct game *game, const struct options *options, struct meld meld,
                struct error *error);

/* What a match waits for. */
enum need { NEED_LOT, NEED_DEAL, NEED_SHUFFLE, NEED_ACTION, NEED_NOTHING };

/* Rounds and totals. The history is the list of lines that match_read() accepted: the
 * caller keeps it, and replaying it gives the same match again. */
struct match {
    int32_t total[SEATS_MAX];
    uint16_t rounds_played;
    uint8_t first; /* who begins the first round */
    uint8_t need;  /* enum need */
    struct state state;
};

/* The options must fit the game and the seats (options_fit). */
void match_init(struct match *match, unsigned game_index, unsigned seats,
                const struct options *options);
/* Applies a player's or chance's action. On success the action is what the record keeps. */
bool match_apply(struct match *match, struct action *action, struct error *error);
/* One line of a record: `match ...` first, then what the notation allows. */
bool match_read(struct match *match, bool is_first, const char *text, size_t size,
                struct error *error);
/* Who begins round `round` (from 0) if `first` begins the first one. */
unsigned match_starter(unsigned first, unsigned round, unsigned seats);
/* Whether a match with these totals has ended, and who has won: a bit a seat, 0 if open. */
bool match_is_over(const struct options *options, unsigned rounds_played,
                   const int32_t *totals, unsigned seats);
unsigned match_leaders(const int32_t *totals, unsigned seats);

/* ---- Notation (docs/notation.md) ---------------------------------------------------- */

/* Readers take `size` bytes of text and return false with the place of the first fault.
 * Spaces may stand wherever the notation separates things. Printers write what readers
 * read, with single spaces and a closing NUL, into TEXT_MAX bytes, and return its size. */
bool cards_read(const struct game *game, bool unknown_allowed, const char *text, size_t size,
                struct cards *out, struct error *error);
bool meld_read(const struct game *game, const char *text, size_t size, struct table *out,
               struct error *error);
bool table_read(const struct game *game, const char *text, size_t size, struct table *out,
                struct error *error);
bool action_read(const struct game *game, const char *text, size_t size, struct action *out,
                 struct error *error);
bool match_header_read(const char *text, size_t size, struct match *out,
                       struct error *error);

size_t card_print(const struct game *game, card what, char *out);
size_t cards_print(const struct game *game, const struct cards *cards, char *out);
size_t table_print(const struct game *game, const struct table *table, char *out);
size_t action_print(const struct game *game, const struct action *action, char *out);
size_t match_header_print(const struct match *match, char *out);

/* ---- Random numbers ------------------------------------------------------------------ */

/* A fast seeded generator for simulation; never for the cards of real players. */
struct random {
    uint64_t state;
};

void random_seed(struct random *random, uint64_t seed);
uint32_t random_below(struct random *random, uint32_t bound);
void random_shuffle(struct random *random, struct cards *cards);
/* What chance does next in a match: the lot, the deck or the new stock, drawn at random. */
void random_chance(struct random *random, const struct match *match, struct action *out);

#endif
