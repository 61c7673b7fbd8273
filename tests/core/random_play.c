/* random_play.c - matches with random options and random legal actions. */
#include "random_play.h"

static unsigned random_value(struct random *random, const struct option_spec *spec)
{
    unsigned words = 0, numbers = 0;
    if (spec->step > 0)
        numbers = (unsigned)(spec->max - spec->min) / spec->step + 1;
    while (words < 3 && spec->words[words] != NULL)
        words++;
    if (words + numbers == 0 || random_below(random, 3) == 0)
        return spec->standard;
    unsigned pick = random_below(random, words + numbers);
    return pick < words ? spec->word_base + pick : spec->min + (pick - words) * spec->step;
}

/* A clock in days here and there does what one in seconds does. */
static void set_clock(struct options *options)
{
    bool is_slow = options->of[OPTION_ROUNDS] == 2;
    options->of[OPTION_TURN_SECONDS] = is_slow ? 0 : 60;
    options->of[OPTION_TURN_DAYS] = is_slow ? 3 : 0;
}

void random_match(struct random *random, unsigned game_index, unsigned seats,
                  struct match *out)
{
    const struct game *game = game_at(game_index);
    struct options options;
    do {
        options_default(game, &options);
        for (unsigned i = 0; i < game->option_count; i++)
            if (game->options[i]->option != OPTION_TURN_DAYS)
                options.of[game->options[i]->option] =
                    (uint16_t)random_value(random, game->options[i]);
        options.of[OPTION_ROUNDS] = (uint16_t)random_below(random, 3);
        options.of[OPTION_TARGET] = 0;
        if (random_below(random, 2) == 0 &&
            options_find(game, "turn_seconds", text_size("turn_seconds")) != NULL)
            set_clock(&options);
    } while (!options_fit(game, &options, seats));
    match_init(out, game_index, seats, &options);
}

/* An unfinished table: a sampled play with cards moved between melds and some taken off. */
static void random_draft(struct random *random, const struct state *state,
                         struct action *out)
{
    struct table draft;
    state_game(state)->sample(state, random, out);
    const struct table *table = out->kind == ACTION_PLAY ? &out->table : &state->table;
    memset(&draft, 0, sizeof draft);
    for (unsigned i = 0; i < table->meld_count; i++) {
        struct meld meld = table_meld(table, i);
        if (random_below(random, 12) == 0)
            continue;
        if (meld.count > 3 && random_below(random, 6) == 0) {
            unsigned cut = 1 + random_below(random, meld.count - 1);
            table_add(&draft, (struct meld){meld.at, cut, meld.owner});
            meld.at += cut;
            meld.count -= cut;
        }
        table_add(&draft, meld);
    }
    out->kind = ACTION_TIMEOUT;
    out->table = draft;
}

void random_action(struct random *random, const struct match *match, struct action *out)
{
    const struct state *state = &match->state;
    const struct game *game = state_game(state);
    memset(out, 0, sizeof *out);
    if (match->need != NEED_ACTION)
        random_chance(random, match, out);
    else if (options_turn_s(&state->options) == 0 || random_below(random, 12) != 0)
        game->sample(state, random, out);
    else if (game->timeout_has_table)
        random_draft(random, state, out);
    else
        out->kind = ACTION_TIMEOUT;
}
