/* own_tables.c - asks the servers one after the other, prints when all have answered or the
 * patience with one is over. */
#include "tui/own_tables.h"

#include <stdlib.h>
#include <string.h>

#include "client/net.h"
#include "tui/remote.h"
#include "tui/save.h"
#include "wire/json.h"
#include "wire/safe_text.h"

enum { ASKED_MAX = 64, PATIENCE_MS = 5000, PATH_SIZE = 128, HTTP_OK = 200, HTTP_GONE = 404 };

struct own_table {
    struct save_seat seat;
    struct table_link link;
    unsigned status; /* of HTTP; 0: it was not reached */
    const struct game *game;
    bool is_mine; /* it is the user's turn, or they are asked for the next round */
    bool has_clock;
    uint64_t left_ms;
    char names[SAID_MAX]; /* of the people there */
};

/* One that is being asked. */
struct asking {
    struct own_table *table;
    struct line *line;
    uv_timer_t patience;
};

/* ---- What a table says of itself ---- */

static bool is_ready(struct value seats, int32_t seat)
{
    struct value one = value_first(seats);
    for (; one.at != NULL && seat > 0; one = value_next(one))
        seat--;
    return seat == 0 && value_is_true(value_field(one, "ready"));
}

static bool waits_for_user(struct value message)
{
    const char *phase = value_text(value_field(message, "phase"));
    struct value turn = value_field(value_first(value_field(message, "views")), "seat");
    struct value own = value_first(value_field(message, "you"));
    if (phase == NULL)
        return false;
    bool is_playing = strcmp(phase, "playing") == 0 && value_is(turn, VALUE_NUMBER);
    bool is_scored = strcmp(phase, "scored") == 0;
    for (; own.at != NULL; own = value_next(own)) {
        if (is_playing && value_whole(own) == value_whole(turn))
            return true;
        if (is_scored && !is_ready(value_field(message, "seats"), value_whole(own)))
            return true;
    }
    return false;
}

static void take_names(struct own_table *table, struct value seats)
{
    size_t size = 0;
    table->names[0] = '\0';
    for (struct value seat = value_first(seats); seat.at != NULL; seat = value_next(seat)) {
        const char *name = value_text(value_field(seat, "name"));
        if (name != NULL && size < sizeof table->names - 1)
            size += (size_t)snprintf(&table->names[size], sizeof table->names - size, "%s%s",
                                     size == 0 ? "" : ", ", name);
    }
}

static void take_message(struct own_table *table, const char *body, size_t size)
{
    struct problem problem;
    struct json_line line;
    const char *game = NULL;
    int64_t left_ms = 0;
    json_read_line(&line, body, size, &problem);
    if (json_get_text(line.object, "game", &game, &problem) && game != NULL) {
        unsigned index = game_find(game, strlen(game));
        table->game = index < game_count() ? game_at(index) : NULL;
    }
    table->is_mine = waits_for_user(line.object);
    table->has_clock =
        value_number(value_field(line.object, "left_ms"), 0, INT64_MAX, &left_ms);
    table->left_ms = (uint64_t)left_ms;
    take_names(table, value_field(line.object, "seats"));
    json_line_free(&line);
}

/* ---- Asking ---- */

static void on_opened(struct line *line)
{
    const struct asking *asking = line_context(line);
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "/api/tables/%s", asking->table->link.table);
    line_ask(line, "GET", path, "", 0);
}

static void on_answer(struct line *line, unsigned status, const char *body, size_t size)
{
    const struct asking *asking = line_context(line);
    asking->table->status = status;
    if (status == HTTP_OK)
        take_message(asking->table, body, size);
    line_close(line);
}

static void on_closed(struct line *line, const char *why)
{
    struct asking *asking = line_context(line);
    (void)why;
    asking->line = NULL;
    uv_timer_stop(&asking->patience);
    uv_close((uv_handle_t *)&asking->patience, NULL);
}

static void on_impatient(uv_timer_t *timer)
{
    const struct asking *asking = timer->data;
    line_cut(asking->line);
}

/* The address is looked up at once: there is nothing else to do meanwhile. */
static void ask(uv_loop_t *loop, struct own_table *table)
{
    static const struct net_events events = {
        .opened = on_opened, .answer = on_answer, .closed = on_closed};
    const struct addrinfo wish = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    struct asking asking = {.table = table};
    uv_getaddrinfo_t looking;
    struct net net;
    char port[16];
    snprintf(port, sizeof port, "%u", table->link.port);
    if (uv_getaddrinfo(loop, &looking, NULL, table->link.host, port, &wish) != 0)
        return;
    net_init_at(&net, loop, looking.addrinfo->ai_addr, strstr(table->seat.origin, "://") + 3);
    uv_freeaddrinfo(looking.addrinfo);
    snprintf(net.key, sizeof net.key, "%s", table->seat.key);
    if (table->link.is_secure)
        snprintf(net.name, sizeof net.name, "%s", table->link.host);
    uv_timer_init(loop, &asking.patience);
    asking.patience.data = &asking;
    uv_timer_start(&asking.patience, on_impatient, PATIENCE_MS, 0);
    asking.line = line_open_http(&net, &events, &asking);
    uv_run(loop, UV_RUN_DEFAULT);
}

/* ---- Printing ---- */

/* Those that wait for the user first, of them the ones with the least time. */
static int compare(const void *left, const void *right)
{
    const struct own_table *a = left, *b = right;
    if (a->is_mine != b->is_mine)
        return a->is_mine ? -1 : 1;
    uint64_t a_ms = a->has_clock ? a->left_ms : UINT64_MAX;
    uint64_t b_ms = b->has_clock ? b->left_ms : UINT64_MAX;
    return (a_ms > b_ms) - (a_ms < b_ms);
}

static void say_call(const struct words *words, const struct own_table *table, char *out)
{
    char left[SAID_MAX];
    out[0] = '\0';
    if (table->status == 0) {
        say(words, "tui.play.gone.offline", NULL, out, SAID_MAX);
    } else if (table->is_mine && table->has_clock) {
        say_left(words, table->left_ms, left, sizeof left);
        say(words, "app.home.turnLeft", GAPS(GAP_TEXT("left", left)), out, SAID_MAX);
    } else if (table->is_mine) {
        say(words, "app.home.turn", NULL, out, SAID_MAX);
    }
}

static void print_table(const struct words *words, const struct own_table *table, FILE *out)
{
    char call[SAID_MAX], who[SAID_MAX] = "", key[64], line[4 * SAID_MAX], safe[4 * SAID_MAX];
    say_call(words, table, call);
    if (table->names[0] != '\0')
        say(words, "app.home.withYou", GAPS(GAP_TEXT("names", table->names)), who, sizeof who);
    snprintf(key, sizeof key, "game.%s.name", table->game == NULL ? "" : table->game->id);
    snprintf(line, sizeof line, "%s%s%s%s%s%s%s/t/%s", call, call[0] == '\0' ? "" : " | ",
             table->game == NULL ? "" : word(words, key), table->game == NULL ? "" : " | ", who,
             who[0] == '\0' ? "" : " | ", table->seat.origin, table->link.table);
    safe_text(line, safe, sizeof safe);
    fprintf(out, "%s\n", safe);
}

bool own_tables_print(const struct words *words, FILE *out)
{
    static struct save_seat seats[ASKED_MAX];
    static struct own_table tables[ASKED_MAX];
    unsigned seat_count = save_seats(seats, ASKED_MAX), count = 0, printed = 0;
    bool are_reached = true;
    uv_loop_t loop;
    if (uv_loop_init(&loop) != 0)
        return false;
    for (unsigned i = 0; i < seat_count; i++) {
        char address[SAVE_ORIGIN_SIZE + SAVE_TABLE_SIZE + 4];
        struct own_table *table = &tables[count];
        *table = (struct own_table){.seat = seats[i]};
        int size = snprintf(address, sizeof address, "%s/t/%s", table->seat.origin,
                            table->seat.table);
        if (size >= (int)sizeof address || !link_read(address, &table->link))
            continue;
        ask(&loop, table);
        are_reached &= table->status != 0;
        count++;
    }
    uv_loop_close(&loop);
    qsort(tables, count, sizeof *tables, compare);
    for (unsigned i = 0; i < count; i++) {
        if (tables[i].status == HTTP_GONE)
            continue;
        print_table(words, &tables[i], out);
        printed++;
    }
    if (printed == 0)
        fprintf(out, "%s\n", word(words, "tui.tables.none"));
    return are_reached;
}
