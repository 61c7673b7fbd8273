/* local_open.c - opens a table in this process: a new match, or one that was left unfinished. */
#include <stdio.h>
#include <string.h>

#include "tui/local_internal.h"

struct sitting *local_open(uv_loop_t *loop, const struct local_setup *setup)
{
    struct local *local = local_new(loop, setup->game_index, setup->seats, &setup->options,
                                    setup->sitter);
    local->has_seed = setup->has_seed;
    local->seed = setup->seed;
    local_begin_match(local);
    return &local->sitting;
}

/* The lines of a record, and the scores of its rounds. */
static void take_lines(struct local *local, const struct replay *replay)
{
    char header[TEXT_MAX];
    struct match match;
    replay_at(replay, 0, &match, NULL);
    match_header_print(&match, header);
    local_keep_line(local, header, 0);
    for (unsigned i = 0; i < replay->move_count; i++) {
        const struct replay_line *line = &replay->moves[i];
        char text[TEXT_MAX];
        struct error ignored;
        int32_t scores[SEATS_MAX] = {0};
        snprintf(text, sizeof text, "%.*s", (int)line->size, &replay->text[line->offset]);
        local_keep_line(local, text, line->offset);
        unsigned rounds = match.rounds_played;
        match_read(&match, false, text, strlen(text), &ignored);
        if (match.rounds_played == rounds)
            continue;
        state_scores(&match.state, scores);
        sitting_add_scores(&local->sitting, scores);
    }
    local->match = match;
}

/* The shuffle of the round, so that a new stock follows from it as well. */
static void take_shuffle(struct local *local, const struct replay *replay)
{
    const char *text;
    size_t size;
    static const char words[] = "# shuffle";
    unsigned count = 0;
    if (!replay_comment(replay, words, &text, &size) ||
        !shuffle_line_read(text - (sizeof words - 1), size + sizeof words - 1, &local->shuffle,
                           NULL))
        local_begin_shuffle(local);
    for (unsigned i = local->line_count; i-- > 0 && strncmp(local->lines[i], "deal", 4) != 0;)
        count += strncmp(local->lines[i], "shuffle", 7) == 0;
    local->reshuffles = count;
}

/* An arrangement that was not finished, if it stands behind the last move. */
static void take_draft(struct local *local, const struct replay *replay)
{
    static const char words[] = "# draft ";
    struct error ignored;
    const char *text;
    size_t size;
    const struct replay_line *last = replay->comment_count == 0
                                         ? NULL
                                         : &replay->comments[replay->comment_count - 1];
    if (last == NULL || last->before != replay->move_count ||
        local->match.need != NEED_ACTION || !replay_comment(replay, words, &text, &size) ||
        text != &replay->text[last->offset + sizeof words - 1] ||
        !table_read(local->sitting.game, text, size, &local->draft, &ignored))
        return;
    local->has_draft = true;
    local->sitting.draft = local->draft;
    local->sitting.draft_seat = local->match.state.seat;
}

struct sitting *local_resume(uv_loop_t *loop, const char *path, struct problem *problem)
{
    struct save save;
    struct replay replay;
    struct match match;
    struct sitter sitter[SEATS_MAX];
    if (!save_resume(&save, path, &replay, problem))
        return NULL;
    replay_at(&replay, 0, &match, NULL);
    save_sitters(&replay, match.state.seats, sitter);
    struct local *local = local_new(loop, match.state.game, match.state.seats,
                                    &match.state.options, sitter);
    local->save = save;
    local->has_seed = save_seed(&replay, &local->seed);
    local->sitting.match = 1;
    take_lines(local, &replay);
    take_shuffle(local, &replay);
    take_draft(local, &replay);
    replay_free(&replay);
    local_begin_turn(local);
    /* closed between a line and what chance does next */
    if (local_phase(&local->match) == SITTING_DEALING && local->match.need != NEED_SHUFFLE)
        while (local->match.need == NEED_LOT || local->match.need == NEED_DEAL)
            local_do_chance(local);
    if (local->match.need == NEED_SHUFFLE)
        local_do_chance(local);
    if (local->match.need == NEED_NOTHING)
        save_finish(&local->save);
    local_show(local);
    local_go_on(local);
    return &local->sitting;
}
