/* command_session.c - `rummery session FILE...`: plays sessions again (docs/sessions.md), tells
 * what happened, how it ended, and what all models come to. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "commands.h"
#include "stage/stage.h"
#include "wire/memory.h"

enum { BYTES_MAX = SESSION_HEADER_SIZE + SESSION_ENTRIES_MAX * SESSION_ENTRY_SIZE };

static const char *const phase_names[] = {
    [TABLE_JOINING] = "joining", [TABLE_WAITING] = "waiting", [TABLE_DEALING] = "dealing",
    [TABLE_PLAYING] = "playing", [TABLE_SCORED] = "scored",   [TABLE_OVER] = "over"};
static const char *const happening_names[] = {
    [HAPPENED_DREW] = "drew",           [HAPPENED_FOUND_NONE] = "found none",
    [HAPPENED_TOOK] = "took",           [HAPPENED_PLAYED] = "played",
    [HAPPENED_DISCARDED] = "discarded", [HAPPENED_PASSED] = "passed",
    [HAPPENED_TIMEOUT] = "ran out of time", [HAPPENED_DEALT] = "cards were dealt",
    [HAPPENED_SHUFFLED] = "a new stock was shuffled", [HAPPENED_BACK] = "a move was taken back",
    [HAPPENED_ROUND_OVER] = "went out", [HAPPENED_MATCH_OVER] = "the match is over",
    [HAPPENED_JOINED] = "somebody joined", [HAPPENED_LEFT] = "somebody left",
    [HAPPENED_SAID] = "said phrase", [HAPPENED_ASKED_BACK] = "asks to take back"};

/* ---- Telling ---- */

static void print_cards(const struct game *game, const card *at, unsigned count)
{
    char text[KIND_NAME_SIZE + 1];
    for (unsigned i = 0; i < count; i++) {
        card_print(game, at[i], text);
        printf(" %s", text);
    }
}

static void print_happening(const struct game *game, const struct model_happening *happening)
{
    bool has_seat = happening->seat < SEATS_MAX;
    bool is_round = happening->kind == HAPPENED_ROUND_OVER;
    printf("%4u ", (unsigned)happening->number);
    if (has_seat)
        printf("%c ", 'A' + happening->seat);
    printf("%s", is_round && !has_seat ? "the round is over" : happening_names[happening->kind]);
    if (happening->kind == HAPPENED_SAID)
        printf(" %u", happening->phrase);
    if (happening->what != CARD_NONE && happening->kind <= HAPPENED_DISCARDED &&
        happening->kind != HAPPENED_PLAYED)
        print_cards(game, &happening->what, 1);
    print_cards(game, happening->laid, happening->laid_count);
    if (happening->taken_up_count > 0)
        printf(", took up");
    print_cards(game, happening->taken_up, happening->taken_up_count);
    printf("\n");
}

/* What is new since number `told`, the oldest first. */
static uint32_t print_happenings(const struct stage *stage, uint32_t told)
{
    const struct model *model = &stage->model;
    for (unsigned i = model->happening_count; i-- > 0;)
        if (model->happening[i].number > told)
            print_happening(game_at(stage->session.game), &model->happening[i]);
    return model->happened;
}

static void print_end(const struct stage *stage, uint32_t entries, unsigned barred)
{
    const struct model *model = &stage->model;
    const struct game *game = game_at(stage->session.game);
    printf("%s, %u seats: %s, round %u, scores", game->id, model->seats, phase_names[model->phase],
           (unsigned)model->round);
    for (unsigned i = 0; i < model->seats; i++)
        printf(" %d", (int)model->seat_of[i].total);
    printf("\ntable:");
    for (unsigned i = 0; i < model->meld_count; i++) {
        printf(" [");
        for (unsigned at = 0; at < model->meld[i].count; at++)
            print_cards(game, &model->piece[model->meld[i].first + at].what, 1);
        printf(" ]");
    }
    printf("\nrack:");
    for (unsigned i = model->rack_first; i < model->piece_count; i++)
        print_cards(game, &model->piece[i].what, 1);
    printf("%s\n", model->is_curtained ? " behind the curtain" : "");
    printf("%u entries, %u barred, models %016llx\n", (unsigned)entries, barred,
           (unsigned long long)stage->hash);
}

/* ---- Files ---- */

/* The whole file; NULL, and it was said why. */
static uint8_t *read_file(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");
    if (file == NULL) {
        complain_of("%s: %s", name, strerror(errno));
        return NULL;
    }
    uint8_t *bytes = memory_new(BYTES_MAX + 1);
    *size = fread(bytes, 1, BYTES_MAX + 1, file);
    bool is_read = ferror(file) == 0;
    fclose(file);
    if (is_read && *size <= BYTES_MAX)
        return bytes;
    complain_of("%s: %s", name, is_read ? "it is too long for a session" : "it cannot be read");
    free(bytes);
    return NULL;
}

static void play(const struct session *session, const uint8_t *bytes, uint32_t count,
                 struct workspace *work)
{
    static struct stage stage;
    unsigned barred = 0;
    stage_open(&stage, session, NULL, work);
    uint32_t told = print_happenings(&stage, 0);
    for (uint32_t i = 0; i < count; i++) {
        struct session_entry entry =
            session_entry_read(&bytes[SESSION_HEADER_SIZE + (size_t)i * SESSION_ENTRY_SIZE]);
        barred += !stage_play(&stage, &entry);
        told = print_happenings(&stage, told);
    }
    print_end(&stage, count, barred);
    stage_close(&stage);
}

static bool play_file(const char *name, struct workspace *work)
{
    struct session session;
    uint32_t count;
    size_t size;
    uint8_t *bytes = read_file(name, &size);
    if (bytes == NULL)
        return false;
    const char *refusal = session_read(bytes, size, &session, &count);
    if (refusal != NULL)
        complain_of("%s: %s", name, refusal);
    else
        play(&session, bytes, count, work);
    free(bytes);
    return refusal == NULL;
}

int command_session(int argc, char **argv)
{
    bool is_fine = true;
    if (!arguments_read(&argc, argv, NULL, 0) || argc < 1)
        return usage_of("session");
    struct workspace *work = memory_new(workspace_size());
    for (int i = 0; i < argc; i++) {
        if (argc > 1)
            printf("%s%s\n", i > 0 ? "\n" : "", argv[i]);
        is_fine &= play_file(argv[i], work);
    }
    free(work);
    return is_fine ? EXIT_DONE : EXIT_WRONG_INPUT;
}
