/* game.h - what a game is written with: refusals, shared options, the steps every game's turn is
 * made of, and the judges of a common table and of own melds. For the core's files and for
 * games; everybody else asks by core.h and inspect.h. */
#ifndef RUMMERY_GAME_H
#define RUMMERY_GAME_H

#include "inspect.h"

/* ---- Refusals: fill in the error and return false ---- */

bool refuse(struct error *error, enum rule rule, enum reason reason);
bool refuse_card(struct error *error, enum rule rule, enum reason reason, card what);
bool refuse_count(struct error *error, enum rule rule, enum reason reason, int have, int need);
/* A joker that lay in meld `meld_before` of the table before was neither kept nor freed. */
bool refuse_joker(struct error *error, enum rule rule, unsigned meld_before);
bool refuse_place(struct error *error, enum rule rule, enum reason reason, struct meld meld,
                  unsigned place);

/* ---- Options that several games share (options.c) ---- */

extern const struct option_spec option_rounds, option_target, option_first, option_joker_swap;
extern const struct option_spec option_clock;    /* two minutes by default */
extern const struct option_spec option_no_clock; /* none by default */
extern const struct option_spec option_days;     /* a clock for people who are seldom there */

/* ---- Cards ---- */

/* Eight cards or counts at once: a one in each byte, and how they are read. (The compiler's
 * own memcpy is a single instruction here; freestanding, the other one is a call.) */
#define EIGHT_ONES 0x0101010101010101U

static inline uint64_t eight_at(const card *at)
{
    uint64_t eight;
    __builtin_memcpy(&eight, at, sizeof eight);
    return eight;
}

/* The place of the first such card from `from` on, or `count`. */
static inline unsigned cards_find(const card *at, unsigned from, unsigned count, card what)
{
    for (; from + 8 <= count; from += 8) {
        uint64_t other = eight_at(&at[from]) ^ EIGHT_ONES * what;
        if (((other - EIGHT_ONES) & ~other & EIGHT_ONES << 7) != 0)
            break; /* a byte is zero: it is one of these */
    }
    while (from < count && at[from] != what)
        from++;
    return from;
}

/* Takes the first cards of each kind off the list, as many as the bag has, or all there are. */
void cards_remove_all(struct cards *cards, const struct bag *bag);
card stock_take(struct stock *stock, unsigned stack);
/* The fullest stack, the lowest number first. */
unsigned stock_fullest(const struct stock *stock);

/* ---- Steps of a turn ---- */

/* Whether the rack of the seat on turn is known: not so in another seat's view. */
static inline bool state_sees_rack(const struct state *state)
{
    return state->viewer == SEAT_NONE || state->viewer == state->seat;
}
/* The seat on turn draws from the stock, lays a card from its rack, or several, takes one everybody
 * sees, ends its turn, ends the round. */
void turn_draw(struct state *state, unsigned stack);
void turn_lay(struct state *state, card what);
void turn_lay_all(struct state *state, const struct bag *laid, unsigned laid_count);
void turn_take_up(struct state *state, card what);
void turn_end(struct state *state);
void round_end(struct state *state, unsigned winner);
/* Winner-takes-all scoring of the games in which cards left count against their owner. */
void settle_by_racks(unsigned winner, unsigned laid, unsigned seats,
                     struct score scores[SEATS_MAX]);
bool scores_by_racks(const struct state *state, struct score scores[SEATS_MAX]);

/* ---- The common table of exclusiv and photo (rebuild.c) ---- */

unsigned table_jokers(const struct table *table);

/* The rules to cite: a card, or a joker, that lay on the table has to stay there. With
 * RULE_NONE a freed joker may leave it. */
struct rebuild_rules {
    enum rule table_card_stays;
    enum rule table_joker_stays;
    enum rule not_in_rack;
};

/* A laid card that the rack does not hold, or CARD_NONE. */
card missing_from_rack(const struct state *state, const struct bag *laid);
/* No card is named more often than it exists; `missing` is the answer of the one above. */
bool supply_holds(const struct state *state, const struct table *after, card missing,
                  struct error *error);
/* What lay there lies there still, and the rest comes from the rack. */
bool rebuild_conserves(const struct state *state, const struct table *after,
                       const struct change *change, const struct rebuild_rules *rules,
                       struct error *error);
/* Every meld is correct; those that lay there before are known to be. */
bool melds_hold(const struct state *state, const struct table *after,
                const struct change *change, struct error *error);
/* Moves the laid cards out of the rack, those gone into it, and lays the new table. */
void rebuild_commit(struct state *state, const struct table *after,
                    const struct change *change);

/* ---- Discard pile and own melds (pile.c) ---- */

/* How the game tells sets from runs, and the rules to cite: a meld of the table only grows, a card
 * comes from the rack, a new meld is one's own. */
struct own_rules {
    bool (*is_set)(struct meld meld);
    enum rule meld_stays;
    enum rule not_in_rack;
    enum rule not_own;
};

/* Melds of the table only grow, new ones are the seat's, and all are correct. */
bool own_melds_hold(const struct state *state, const struct table *after,
                    const struct change *change, const struct own_rules *rules,
                    struct error *error);
/* After the deal: the first card is turned up. */
void pile_begin(struct state *state);
/* The seat on turn takes the top of the pile, or a card of the stock; there must be one. */
void pile_take(struct state *state);
void pile_draw(struct state *state);
/* The stock is empty: waits for a new one, for the sake of this action. */
void pile_ask_shuffle(struct state *state, enum action_kind for_what);
/* Before a play is laid: notes what a time-out goes back to. When the turn is over it is forgotten.
 * To undo it: all that was laid comes back to the rack, and everybody has seen it. */
void pile_note_play(struct state *state);
void pile_forget_play(struct state *state);
void pile_undo_play(struct state *state);

/* ---- Jokers (joker.c) ---- */

/* Pairs (kind of meld, what it stands for), a bit each. */
struct roles {
    uint64_t run;
    uint64_t set;
};

struct joker_rules {
    /* The roles of the joker at `place` in a correct meld. */
    struct roles (*of_joker)(struct meld meld, unsigned kinds, unsigned place);
    /* The roles an ordinary card fills in a meld of either kind. */
    struct roles (*of_card)(card what);
    /* And back: marks the cards that fill any of these roles. */
    void (*mark_cards)(struct roles roles, bool is_wanted[KINDS_MAX]);
};

/* XA-19, PA-16: every joker that lay on the table is kept or freed. At most `kept_max`
 * may be kept. On failure *meld_before is the index of a meld whose joker is neither. */
bool jokers_settled(const struct state *state, const struct table *after,
                    const struct change *change, const struct joker_rules *rules,
                    unsigned kept_max, unsigned *meld_before);

/* ---- Simple players ---- */

/* What a game has in `sample`; nothing where all players are elsewhere. */
#ifdef RUMMERY_NO_PLAYERS
#define PLAYER(sample) NULL
#else
#define PLAYER(sample) sample
#endif

#endif
