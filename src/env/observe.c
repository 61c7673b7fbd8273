/* observe.c - the layout of observations: one table of their parts, by which they are measured,
 * named and written. Every part is read from a view and from what everybody has seen. */
#include "env_internal.h"

enum { PHASES = 4, BRACELET_BITS = 2, BRACELET_MASK = 3 };

/* How many rows or columns a part has. */
enum dimension {
    ONE,
    SEATS,
    OWNERS,
    PLAYS,
    KINDS,
    SUITS, /* that bracelets have; 0 without them */
    PHASE,
    PILE, /* 1 if there is one */
    DIMENSION_COUNT
};

static bool has_bracelets(const struct game *game)
{
    for (unsigned i = 0; i < game->option_count; i++)
        if (game->options[i]->option == OPTION_BRACELETS)
            return true;
    return false;
}

struct extents {
    unsigned of[DIMENSION_COUNT];
};

static struct extents extents_of(const struct env_spec *spec)
{
    const struct game *game = game_at(spec->game);
    return (struct extents){{
        [ONE] = 1,
        [SEATS] = spec->seats,
        [OWNERS] = game->melds_are_owned ? spec->seats : 1,
        [PLAYS] = spec->plays,
        [KINDS] = env_kinds(game),
        [SUITS] = has_bracelets(game) ? game->kind_count / game->rank_count : 0,
        [PHASE] = PHASES,
        [PILE] = game->has_discard ? 1 : 0,
    }};
}

/* ---- Writers: `out` is all zero ---- */

/* The seat so many places after the viewer. */
static unsigned seat_after(const struct env_sight *sight, unsigned places)
{
    return (sight->seat + places) % sight->spec->seats;
}

static void write_bag(const struct env_sight *sight, const struct bag *bag, uint8_t *out)
{
    memcpy(out, bag->of, sight->game->kind_count);
    if (sight->game->has_jokers)
        out[sight->game->kind_count] = bag->of[CARD_JOKER];
}

static void write_cards(const struct env_sight *sight, const struct cards *cards, uint8_t *out)
{
    for (unsigned i = 0; i < cards->count; i++)
        if (cards->at[i] <= CARD_JOKER)
            out[env_column(sight->game, cards->at[i])]++;
}

static void write_phase(const struct env_sight *sight, uint8_t *out)
{
    switch ((enum phase)sight->seen->phase) {
    case PHASE_DEAL:
    case PHASE_SHUFFLE: /* chance has acted before anybody looks */
        return;
    case PHASE_START:
        out[0] = 1;
        return;
    case PHASE_DRAWN:
        out[1] = 1;
        return;
    case PHASE_LAID:
        out[2] = 1;
        return;
    case PHASE_OVER:
        out[3] = 1;
        return;
    }
}

static void write_turn(const struct env_sight *sight, uint8_t *out)
{
    for (unsigned i = 0; i < sight->spec->seats; i++)
        out[i] = seat_after(sight, i) == sight->seen->seat;
}

static void write_opened(const struct env_sight *sight, uint8_t *out)
{
    for (unsigned i = 0; i < sight->spec->seats; i++)
        out[i] = sight->seen->opened >> seat_after(sight, i) & 1;
}

static void write_laid(const struct env_sight *sight, uint8_t *out)
{
    for (unsigned i = 0; i < sight->spec->seats; i++)
        out[i] = sight->seen->laid >> seat_after(sight, i) & 1;
}

static void write_rack_sizes(const struct env_sight *sight, uint8_t *out)
{
    for (unsigned i = 0; i < sight->spec->seats; i++)
        out[i] = sight->seen->rack[seat_after(sight, i)].count;
}

static void write_stock_size(const struct env_sight *sight, uint8_t *out)
{
    *out = (uint8_t)stock_count(&sight->seen->stock);
}

static void write_pile_size(const struct env_sight *sight, uint8_t *out)
{
    *out = sight->seen->discard.count;
}

static void write_since_shuffle(const struct env_sight *sight, uint8_t *out)
{
    *out = sight->seen->laid_since_shuffle;
}

static void write_idle_turns(const struct env_sight *sight, uint8_t *out)
{
    *out = sight->seen->idle_turns;
}

static void write_bracelets(const struct env_sight *sight, uint8_t *out)
{
    unsigned suits = sight->game->kind_count / sight->game->rank_count;
    unsigned worn = state_option(sight->seen, OPTION_BRACELETS);
    for (unsigned i = 0; i < sight->spec->seats; i++) {
        unsigned suit = worn >> (BRACELET_BITS * seat_after(sight, i)) & BRACELET_MASK;
        if (suit < suits)
            out[i * suits + suit] = 1;
    }
}

static void write_rack(const struct env_sight *sight, uint8_t *out)
{
    write_cards(sight, &sight->seen->rack[sight->seat], out);
}

static void write_shown(const struct env_sight *sight, uint8_t *out)
{
    unsigned kinds = env_kinds(sight->game);
    for (unsigned i = 0; i < sight->spec->seats; i++)
        write_cards(sight, &sight->seen->shown[seat_after(sight, i)], out + i * kinds);
}

/* Melds that are of a kind, by owner; one that reads both ways is of both. */
static void write_melds(const struct env_sight *sight, unsigned kind, uint8_t *out)
{
    const struct table *table = &sight->seen->table;
    unsigned kinds = env_kinds(sight->game), seats = sight->spec->seats;
    struct error ignored;
    for (unsigned i = 0; i < table->meld_count; i++) {
        struct meld meld = table_meld(table, i);
        if ((sight->game->meld_kinds(&sight->seen->options, meld, &ignored) & kind) == 0)
            continue;
        unsigned row = meld.owner < seats ? (meld.owner + seats - sight->seat) % seats : 0;
        for (unsigned j = 0; j < meld.count; j++)
            out[row * kinds + env_column(sight->game, meld.at[j])]++;
    }
}

static void write_runs(const struct env_sight *sight, uint8_t *out)
{
    write_melds(sight, MELD_RUN, out);
}

static void write_sets(const struct env_sight *sight, uint8_t *out)
{
    write_melds(sight, MELD_SET, out);
}

static void write_pile(const struct env_sight *sight, uint8_t *out)
{
    write_cards(sight, &sight->seen->discard, out);
}

static void write_top(const struct env_sight *sight, uint8_t *out)
{
    const struct cards *pile = &sight->seen->discard;
    if (pile->count > 0)
        out[env_column(sight->game, pile->at[pile->count - 1])] = 1;
}

static void write_taken(const struct env_sight *sight, uint8_t *out)
{
    if (sight->seen->taken <= CARD_JOKER)
        out[env_column(sight->game, sight->seen->taken)] = 1;
}

static void write_plays(const struct env_sight *sight, uint8_t *out)
{
    unsigned kinds = env_kinds(sight->game);
    for (unsigned i = 0; i < sight->play_count; i++)
        write_bag(sight, &sight->plays[i].laid, out + i * kinds);
}

static void write_play_cards(const struct env_sight *sight, uint8_t *out)
{
    for (unsigned i = 0; i < sight->play_count; i++)
        out[i] = sight->plays[i].cards;
}

static void write_play_points(const struct env_sight *sight, uint8_t *out)
{
    for (unsigned i = 0; i < sight->play_count; i++)
        out[i] = sight->plays[i].points;
}

static void write_past_discards(const struct env_sight *sight, uint8_t *out)
{
    for (unsigned i = 0, kinds = env_kinds(sight->game); i < sight->spec->seats; i++)
        write_bag(sight, &sight->past[seat_after(sight, i)].discarded, out + i * kinds);
}

static void write_past_taken(const struct env_sight *sight, uint8_t *out)
{
    for (unsigned i = 0, kinds = env_kinds(sight->game); i < sight->spec->seats; i++)
        write_bag(sight, &sight->past[seat_after(sight, i)].taken, out + i * kinds);
}

static void write_past_laid(const struct env_sight *sight, uint8_t *out)
{
    for (unsigned i = 0, kinds = env_kinds(sight->game); i < sight->spec->seats; i++)
        write_bag(sight, &sight->past[seat_after(sight, i)].laid, out + i * kinds);
}

/* ---- The layout ---- */

struct part {
    const char *name;
    enum dimension rows, columns;
    void (*write)(const struct env_sight *sight, uint8_t *out);
};

static const struct part parts[] = {
    {"phase", ONE, PHASE, write_phase},
    {"turn", ONE, SEATS, write_turn},
    {"opened", ONE, SEATS, write_opened},
    {"laid", ONE, SEATS, write_laid},
    {"rack_sizes", ONE, SEATS, write_rack_sizes},
    {"stock_size", ONE, ONE, write_stock_size},
    {"pile_size", PILE, ONE, write_pile_size},
    {"laid_since_shuffle", PILE, ONE, write_since_shuffle},
    {"idle_turns", PILE, ONE, write_idle_turns},
    {"bracelets", SEATS, SUITS, write_bracelets},
    {"rack", ONE, KINDS, write_rack},
    {"shown", SEATS, KINDS, write_shown},
    {"runs", OWNERS, KINDS, write_runs},
    {"sets", OWNERS, KINDS, write_sets},
    {"pile", PILE, KINDS, write_pile},
    {"top", PILE, KINDS, write_top},
    {"taken", PILE, KINDS, write_taken},
    {"plays", PLAYS, KINDS, write_plays},
    {"play_cards", ONE, PLAYS, write_play_cards},
    {"play_points", ONE, PLAYS, write_play_points},
    {"past_discards", SEATS, KINDS, write_past_discards},
    {"past_taken", SEATS, KINDS, write_past_taken},
    {"past_laid", SEATS, KINDS, write_past_laid},
};
enum { PART_COUNT = sizeof parts / sizeof *parts, PAST_COUNT = 3 };

static size_t part_size(const struct extents *extents, const struct part *part)
{
    return (size_t)extents->of[part->rows] * extents->of[part->columns];
}

static size_t size_of(const struct env_spec *spec, unsigned part_count)
{
    struct extents extents = extents_of(spec);
    size_t size = 0;
    for (unsigned i = 0; i < part_count; i++)
        size += part_size(&extents, &parts[i]);
    return size;
}

size_t env_observation_size(const struct env_spec *spec)
{
    return size_of(spec, PART_COUNT - PAST_COUNT);
}

size_t env_information_size(const struct env_spec *spec)
{
    return size_of(spec, PART_COUNT);
}

bool env_field_at(const struct env_spec *spec, unsigned index, struct env_field *out)
{
    struct extents extents = extents_of(spec);
    size_t offset = 0;
    for (unsigned i = 0; i < PART_COUNT; i++) {
        const struct part *part = &parts[i];
        size_t size = part_size(&extents, part);
        if (size == 0)
            continue; /* not in this game */
        if (index-- == 0) {
            *out = (struct env_field){part->name, offset, extents.of[part->rows],
                                      extents.of[part->columns]};
            return true;
        }
        offset += size;
    }
    return false;
}

void env_write(const struct env_sight *sight, bool has_past, uint8_t *out)
{
    unsigned count = has_past ? PART_COUNT : PART_COUNT - PAST_COUNT;
    struct extents extents = extents_of(sight->spec);
    for (unsigned i = 0; i < count; i++) {
        size_t size = part_size(&extents, &parts[i]);
        memset(out, 0, size);
        if (size > 0)
            parts[i].write(sight, out);
        out += size;
    }
}
