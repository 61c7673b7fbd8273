/* follow_tests.c - a client that follows a table knows exactly what its seats may know, and
 * gives up on what makes no sense. The server is played by the test, in the words of
 * docs/protocol.md. Usage: follow_tests [MATCHES [SEED]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/follow_text.h"
#include "harness.h"
#include "random_play.h"
#include "core/short_table.h"
#include "wire/view_json.h"

enum { ACTIONS_MAX = 400, CHANGES = 4, NOW_MS = 5000 };

static unsigned match_count = 60;

void host_print(const char *text, size_t size)
{
    fwrite(text, 1, size, stdout);
}

/* ---- The server's part ---- */

static const char *phase_of(const struct match *match)
{
    if (match->state.phase != PHASE_OVER)
        return "playing";
    return match->need == NEED_NOTHING ? "over" : "scored";
}

static void tell_table(const struct match *match, unsigned own, uint32_t seq, struct writer *out)
{
    const struct state *state = &match->state;
    struct view view;
    writer_clear(out);
    writer_open(out, '{');
    writer_field_word(out, "table", "t");
    writer_field_number(out, "seq", seq);
    writer_field_word(out, "game", game_at(state->game)->id);
    writer_name(out, "options");
    options_write(out, game_at(state->game), &state->options);
    writer_field_word(out, "phase", phase_of(match));
    writer_name(out, "you");
    writer_open(out, '[');
    for (unsigned seat = 0; seat < state->seats; seat++)
        if ((own >> seat & 1) != 0)
            writer_item_number(out, seat);
    writer_close(out, ']');
    writer_name(out, "seats");
    writer_open(out, '[');
    for (unsigned seat = 0; seat < state->seats; seat++) {
        writer_open(out, '{');
        writer_close(out, '}');
    }
    writer_close(out, ']');
    writer_field_number(out, "left_ms", 1000);
    writer_name(out, "views");
    writer_open(out, '[');
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        bool is_meant = own == 0 ? seat == 0 : (own >> seat & 1) != 0;
        if (!is_meant)
            continue;
        view_of(state, own == 0 ? SEAT_WATCHER : seat, &view);
        view_write(out, &view, NULL);
    }
    writer_close(out, ']');
    writer_field_word(out, "why", "deal");
    writer_close(out, '}');
}

static void tell_over(const struct match *match, struct writer *out)
{
    const struct state *state = &match->state;
    char text[TEXT_MAX];
    writer_name(out, "over");
    writer_open(out, '{');
    writer_name(out, "totals");
    writer_open(out, '[');
    for (unsigned seat = 0; seat < state->seats; seat++)
        writer_item_number(out, match->total[seat]);
    writer_close(out, ']');
    writer_name(out, "racks");
    writer_open(out, '[');
    for (unsigned seat = 0; seat < state->seats; seat++) {
        size_t size = cards_print(game_at(state->game), &state->rack[seat], text);
        writer_item_text(out, text, size);
    }
    writer_close(out, ']');
    writer_field_word(out, "phase", phase_of(match));
    writer_close(out, '}');
}

/* `seat` did `action`, after which the match is as it is. */
static void tell_move(const struct match *match, const struct table *before, unsigned seat,
                      const struct action *action, unsigned own, uint32_t seq,
                      struct writer *out)
{
    const struct state *state = &match->state;
    const struct game *game = game_at(state->game);
    char text[TEXT_MAX];
    writer_clear(out);
    writer_open(out, '{');
    writer_field_number(out, "seq", seq);
    writer_field_number(out, "seat", seat);
    size_t size = short_action_print(game, before, action, text);
    writer_field_text(out, "do", text, size);
    bool is_drawn = action->kind == ACTION_DRAW && action->from != FROM_DISCARD;
    if (is_drawn && (own >> seat & 1) != 0 && state->took == 1) {
        const struct cards *rack = &state->rack[seat];
        size = card_print(game, rack->at[rack->count - 1], text);
        writer_field_text(out, "card", text, size);
    }
    if (state->phase == PHASE_OVER)
        tell_over(match, out);
    else
        writer_field_number(out, "turn", state->seat);
    writer_close(out, '}');
}

/* ---- Following ---- */

static bool knows_the_same(const struct follow *follow, const struct match *match)
{
    struct writer texts[2] = {{0}, {0}};
    bool is_same = follow->is_current;
    for (unsigned i = 0; i < follow->view_count && is_same; i++) {
        struct view view;
        view_of(&match->state, follow->views[i].seen.viewer, &view);
        writer_clear(&texts[0]);
        writer_clear(&texts[1]);
        view_write(&texts[0], &view, NULL);
        view_write(&texts[1], &follow->views[i], NULL);
        is_same = texts[0].size == texts[1].size &&
                  memcmp(texts[0].at, texts[1].at, texts[0].size) == 0;
    }
    writer_free(&texts[0]);
    writer_free(&texts[1]);
    return is_same;
}

static bool turn_is_right(const struct follow *follow, const struct match *match, unsigned own)
{
    const struct view *view = follow_turn(follow);
    bool is_own = match->state.phase != PHASE_OVER && (own >> match->state.seat & 1) != 0;
    return is_own ? view != NULL && view->seen.viewer == match->state.seat : view == NULL;
}

/* The same message with a few bytes changed must not harm anybody. */
static void take_damaged(const struct follow *follow, const struct writer *message,
                         struct random *random)
{
    struct follow other = *follow;
    struct news news;
    char *copy = malloc(message->size);
    if (copy == NULL)
        abort();
    memcpy(copy, message->at, message->size);
    for (unsigned i = 0; i < CHANGES; i++)
        copy[random_below(random, (uint32_t)message->size)] = (char)random_below(random, 127);
    other.views = NULL;
    other.view_count = 0;
    if (follow->view_count > 0) {
        other.views = malloc(follow->view_count * sizeof *other.views);
        if (other.views == NULL)
            abort();
        memcpy(other.views, follow->views, follow->view_count * sizeof *other.views);
        other.view_count = follow->view_count;
    }
    other.request = (struct writer){0};
    follow_take(&other, copy, message->size, NOW_MS, &news);
    CHECK(news.kind != NEWS_LOST || !other.has_table);
    follow_free(&other);
    free(copy);
}

static void follow_match(unsigned game_index, unsigned seats, unsigned own,
                         struct random *random)
{
    struct match match;
    struct follow follow;
    struct writer message = {0};
    struct news news;
    uint32_t seq = 0;
    random_match(random, game_index, seats, &match);
    CHECK(follow_init(&follow, "t", own == 0 ? NULL : "k", 1));
    for (unsigned n = 0; n < ACTIONS_MAX && match.need != NEED_NOTHING; n++) {
        struct action action;
        struct error error;
        unsigned seat = match.state.seat;
        const struct table before = match.state.table;
        bool is_move = match.need == NEED_ACTION;
        random_action(random, &match, &action);
        is_move = is_move && action.kind != ACTION_TIMEOUT;
        CHECK(match_apply(&match, &action, &error));
        seq++;
        if (match.need == NEED_LOT || match.state.phase == PHASE_DEAL)
            continue;
        if (!is_move && match.state.phase == PHASE_SHUFFLE)
            continue; /* chance goes on before anything is told */
        if (is_move)
            tell_move(&match, &before, seat, &action, own, seq, &message);
        else
            tell_table(&match, own, seq, &message);
        if (random_below(random, 4) == 0)
            take_damaged(&follow, &message, random);
        follow_take(&follow, message.at, message.size, NOW_MS, &news);
        CHECK(news.kind == (is_move ? NEWS_MOVE : NEWS_TABLE) && follow.seq == seq);
        if (match.state.phase == PHASE_SHUFFLE) {
            CHECK(follow_turn(&follow) == NULL);
            continue;
        }
        CHECK(knows_the_same(&follow, &match));
        CHECK(turn_is_right(&follow, &match, own));
    }
    CHECK(match.need != NEED_NOTHING || follow.phase == ROOM_OVER);
    follow_free(&follow);
    writer_free(&message);
}

/* ---- Requests ---- */

static bool has(const struct writer *text, const char *part)
{
    char copy[1024];
    snprintf(copy, sizeof copy, "%.*s", (int)text->size, text->at);
    return strstr(copy, part) != NULL;
}

static void take(struct follow *follow, const char *text, struct news *news)
{
    follow_take(follow, text, strlen(text), NOW_MS, news);
}

static void requests_wait_for_their_answer(void)
{
    struct follow follow;
    struct writer out = {0};
    struct news news;
    CHECK(follow_init(&follow, "t", "k", 0xab));
    CHECK(!follow_is_waiting(&follow));
    follow_ask(&follow, REQUEST_NEXT, &out);
    CHECK(has(&out, "\"id\":\"ab-1\"") && has(&out, "\"do\":\"next\""));
    CHECK(follow_is_waiting(&follow));
    take(&follow, "{\"ok\":true,\"id\":\"other\"}", &news);
    CHECK(news.kind == NEWS_DONE && !news.is_answer && follow_is_waiting(&follow));
    follow_repeat(&follow, &out);
    CHECK(has(&out, "\"id\":\"ab-1\"") && has(&out, "\"do\":\"next\""));
    take(&follow, "{\"ok\":true,\"id\":\"ab-1\",\"seq\":7}", &news);
    CHECK(news.is_answer && news.seq == 7 && strcmp(news.id, "ab-1") == 0);
    CHECK(!follow_is_waiting(&follow));
    follow_ask(&follow, REQUEST_START, &out);
    CHECK(has(&out, "\"id\":\"ab-2\""));
    take(&follow, "{\"error\":\"not_host\",\"id\":\"ab-2\"}", &news);
    CHECK(news.kind == NEWS_ERROR && news.is_answer && strcmp(news.word, "not_host") == 0);
    follow_free(&follow);
    writer_free(&out);
}

static void what_makes_no_sense_asks_for_the_table(void)
{
    static const char table[] =
        "{\"table\":\"t\",\"seq\":4,\"phase\":\"waiting\",\"you\":[0],\"seats\":[{},{}],"
        "\"commit\":{\"deal\":3,\"hash\":\"00\"}}";
    static const char *const bad[] = {
        "nonsense",
        "{\"seq\":6,\"seat\":0,\"do\":\"draw\"}",
        "{\"seq\":\"5\",\"seat\":0,\"do\":\"draw\"}",
        "{\"seq\":5,\"seat\":4,\"do\":\"draw\"}",
        "{\"seq\":5,\"seat\":0,\"do\":7}",
        "{\"resumed\":5}",
        "{\"table\":\"t\",\"seq\":5}",
        "{\"table\":\"t\",\"seq\":5,\"phase\":\"playing\",\"seats\":[],\"views\":[{}]}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct follow follow;
        struct writer out = {0};
        struct news news;
        const uint8_t bytes[FOLLOW_MIX_SIZE] = {1};
        CHECK(follow_init(&follow, "t", "k", 1));
        take(&follow, table, &news);
        CHECK(news.kind == NEWS_TABLE && follow.seats == 2 && follow.own == 1);
        CHECK(follow_mix(&follow, bytes, &out) && has(&out, "\"deal\":3"));
        CHECK(!follow_mix(&follow, bytes, &out));
        follow_hello(&follow, &out);
        CHECK(has(&out, "\"after\":4"));
        take(&follow, bad[i], &news);
        CHECK_ABOUT(news.kind == NEWS_LOST, bad[i]);
        follow_hello(&follow, &out);
        CHECK_ABOUT(!has(&out, "after"), bad[i]);
        follow_free(&follow);
        writer_free(&out);
    }
}

int main(int argument_count, char **arguments)
{
    struct random random;
    if (argument_count > 1)
        match_count = (unsigned)strtoul(arguments[1], NULL, 10);
    random_seed(&random, argument_count > 2 ? strtoull(arguments[2], NULL, 10) : 2026);
    for (unsigned game = 0; game < game_count(); game++) {
        printf("%s\n", game_at(game)->id);
        test_begin("who follows a match knows at every move what the own seats may know");
        for (unsigned i = 0; i < match_count; i++) {
            unsigned seats = SEATS_MIN + i % 3;
            follow_match(game, seats, random_below(&random, 1U << seats), &random);
        }
    }
    test_begin("a request waits for its own answer, and is repeated with the same id");
    requests_wait_for_their_answer();
    test_begin("after a message that makes no sense the whole table is asked for");
    what_makes_no_sense_asks_for_the_table();
    return test_finish() == 0 ? 0 : 1;
}
