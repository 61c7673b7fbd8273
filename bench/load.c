/* load.c - tables full of people who play by themselves, all on one loop. */
#include "load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "wire/json.h"

enum {
    JOBS_MAX = 64,        /* lines being opened, or tables being made, at once */
    PACE_MS = 1,
    SEATS_PATH_MAX = 96,
    PATIENCE_S = 60       /* for making tables */
};

static const uint64_t SECOND_NS = 1000000000;

static void *must_have(void *memory)
{
    if (memory == NULL)
        abort();
    return memory;
}

static uint64_t now_ms(void)
{
    return uv_hrtime() / 1000000;
}

/* ---- Beginning and end ---- */

void load_spread(struct load *load, const unsigned *ports, unsigned count)
{
    for (unsigned i = 0; i < LOAD_SOURCES; i++) {
        char source[32];
        /* visitors come from many blocks of addresses: each is allowed only so much */
        snprintf(source, sizeof source, "127.%u.1.1", i + 1);
        net_init(&load->nets[i], &load->loop, "127.0.0.1", ports[i % count]);
        net_set_source(&load->nets[i], source);
    }
}

void load_set_port(struct load *load, unsigned port)
{
    load->config.port = port;
    load_spread(load, &port, 1);
}

void load_init(struct load *load, const struct load_config *config)
{
    memset(load, 0, sizeof *load);
    load->config = *config;
    uv_loop_init(&load->loop);
    uv_timer_init(&load->loop, &load->timer);
    load->timer.data = load;
    random_seed(&load->random, config->seed);
    load->tables = must_have(calloc(config->tables + 1, sizeof *load->tables));
    load->player_room = config->tables * SEATS_MAX;
    load->players = must_have(calloc(load->player_room + 1, sizeof *load->players));
    load->queue = must_have(calloc(load->player_room + 1, sizeof *load->queue));
    for (unsigned i = 0; i < config->tables; i++) {
        struct load_table *table = &load->tables[i];
        unsigned spread = config->people_max - config->people_min + 1;
        table->people = (uint8_t)(config->people_min + i % spread);
        table->game = (uint8_t)(config->first_game + i / spread % config->game_count);
        table->first_player = i * SEATS_MAX;
    }
    load_set_port(load, config->port);
}

static void on_timer(uv_timer_t *timer)
{
    (void)timer; /* it only wakes the loop */
}

/* Runs the loop until the goal is reached or time is up. */
static void run_until(struct load *load, double seconds, bool (*is_done)(struct load *))
{
    uint64_t end_ns = uv_hrtime() + (uint64_t)(seconds * 1e9);
    uv_timer_start(&load->timer, on_timer, PACE_MS, PACE_MS);
    while (!is_done(load) && uv_hrtime() < end_ns)
        uv_run(&load->loop, UV_RUN_ONCE);
    uv_timer_stop(&load->timer);
}

static bool all_lines_are_gone(struct load *load)
{
    return load->line_count == 0;
}

void load_disconnect(struct load *load)
{
    for (uint32_t i = 0; i < load->player_room; i++)
        if (load->players[i].line != NULL)
            line_cut(load->players[i].line);
    run_until(load, PATIENCE_S, all_lines_are_gone);
}

void load_drain(struct load *load, double seconds)
{
    run_until(load, seconds, all_lines_are_gone);
}

bool load_is_waiting(const struct load *load)
{
    for (uint32_t i = 0; i < load->player_room; i++)
        if (load->players[i].load != NULL && follow_is_waiting(&load->players[i].follow))
            return true;
    return false;
}

void load_free(struct load *load)
{
    load_disconnect(load);
    uv_close((uv_handle_t *)&load->timer, NULL);
    uv_run(&load->loop, UV_RUN_DEFAULT);
    uv_loop_close(&load->loop);
    for (uint32_t i = 0; i < load->player_room; i++)
        follow_free(&load->players[i].follow);
    free(load->tables);
    free(load->players);
    free(load->queue);
    free(load->stats.latency_us);
}

void load_reset_stats(struct load *load)
{
    free(load->stats.latency_us);
    memset(&load->stats, 0, sizeof load->stats);
}

static void complain(struct load *load, const char *what)
{
    snprintf(load->stats.problem, sizeof load->stats.problem, "%s", what);
}

/* ---- Making tables ---- */

/* One table being made on one HTTP line: the host first, then the others one by one. */
struct making {
    struct load *load;
    uint32_t table;
    unsigned seat;
    bool is_done;
};

static void write_person(struct writer *out, unsigned seat)
{
    char name[8];
    snprintf(name, sizeof name, "P%u", seat);
    writer_open(out, '{');
    writer_field_word(out, "name", name);
    writer_close(out, '}');
}

static void ask_for_seat(struct line *line)
{
    struct making *making = line_context(line);
    struct load *load = making->load;
    const struct load_table *table = &load->tables[making->table];
    struct writer out = {0};
    char id[40], path[SEATS_PATH_MAX] = "/api/tables";
    snprintf(id, sizeof id, "%016llx-%08x-%u", (unsigned long long)load->config.seed,
             (unsigned)making->table, making->seat);
    writer_open(&out, '{');
    writer_field_word(&out, "id", id);
    writer_name(&out, "seats");
    writer_open(&out, '[');
    write_person(&out, making->seat);
    for (unsigned seat = 1; seat < table->people && making->seat == 0; seat++) {
        if (load->config.is_shared)
            write_person(&out, seat);
        else
            writer_word(&out, ",{\"open\":true}");
    }
    writer_close(&out, ']');
    if (making->seat == 0) {
        writer_field_word(&out, "game", game_at(table->game)->id);
        writer_name(&out, "options");
        writer_word(&out, "{\"rounds\":1000}");
    } else {
        writer_field_word(&out, "invite", table->invite);
        snprintf(path, sizeof path, "/api/tables/%s/seats", table->name);
    }
    writer_close(&out, '}');
    line_ask(line, "POST", path, out.at, out.size);
    writer_free(&out);
}

static const char *word_of(const struct json_line *line, const char *name)
{
    const char *word = value_text(value_field(line->object, name));
    return word != NULL ? word : "";
}

static bool take_seat(struct making *making, const char *body, size_t size)
{
    struct load *load = making->load;
    struct load_table *table = &load->tables[making->table];
    struct player *player = &load->players[table->first_player + making->seat];
    struct json_line answer;
    struct problem ignored;
    json_read_line(&answer, body, size, &ignored);
    const char *key = word_of(&answer, "key");
    if (making->seat == 0) {
        snprintf(table->name, sizeof table->name, "%s", word_of(&answer, "table"));
        snprintf(table->invite, sizeof table->invite, "%s", word_of(&answer, "invite"));
    }
    bool is_good = key[0] != '\0' && table->name[0] != '\0' &&
                   follow_init(&player->follow, table->name, key,
                               (uint32_t)load->config.seed + making->seat);
    if (is_good) {
        player->load = load;
        player->table = making->table;
        load->player_count++;
    }
    json_line_free(&answer);
    return is_good;
}

static void on_making_answer(struct line *line, unsigned status, const char *body, size_t size)
{
    struct making *making = line_context(line);
    const struct load_table *table = &making->load->tables[making->table];
    if (status != 201 || !take_seat(making, body, size)) {
        char what[LOAD_WORD_MAX];
        snprintf(what, sizeof what, "status %u: %.40s", status, body);
        complain(making->load, what);
        line_cut(line);
        return;
    }
    making->seat++;
    making->is_done = making->seat == table->people || making->load->config.is_shared;
    if (making->is_done)
        line_cut(line);
    else
        ask_for_seat(line);
}

static void on_making_closed(struct line *line, const char *why)
{
    struct making *making = line_context(line);
    struct load *load = making->load;
    load->jobs_running--;
    load->jobs_failed += !making->is_done;
    if (!making->is_done && load->stats.problem[0] == '\0')
        complain(load, why);
    free(making);
}

static bool tables_are_made(struct load *load)
{
    static const struct net_events events = {
        .opened = ask_for_seat, .answer = on_making_answer, .closed = on_making_closed};
    while (load->jobs_running < JOBS_MAX && load->next_job < load->config.tables) {
        struct making *making = must_have(calloc(1, sizeof *making));
        making->load = load;
        making->table = load->next_job++;
        load->jobs_running++;
        line_open_http(&load->nets[making->table % LOAD_SOURCES], &events, making);
    }
    return load->jobs_running == 0;
}

uint32_t load_make_tables(struct load *load)
{
    load->next_job = load->jobs_failed = 0;
    run_until(load, PATIENCE_S, tables_are_made);
    return load->next_job - load->jobs_running - load->jobs_failed;
}

void load_add_watchers(struct load *load, uint32_t count)
{
    uint32_t old = load->player_room, room = old + count;
    /* players are pointed to by their lines: nobody may be connected */
    if (load->line_count > 0)
        abort();
    load->players = must_have(realloc(load->players, (room + 1) * sizeof *load->players));
    load->queue = must_have(realloc(load->queue, (room + 1) * sizeof *load->queue));
    memset(&load->players[old], 0, (count + 1) * sizeof *load->players);
    for (uint32_t i = 0; i < count; i++) {
        struct player *player = &load->players[old + i];
        player->load = load;
        player->table = i % load->config.tables;
        follow_init(&player->follow, load->tables[player->table].name, NULL, i);
        load->player_count++;
    }
    load->player_room = room;
}

/* ---- Playing ---- */

static struct writer message; /* what is about to be sent */

static void send_message(struct player *player)
{
    line_send(player->line, message.at, message.size);
}

static void act(struct player *player)
{
    const struct view *view = follow_turn(&player->follow);
    struct action action;
    if (view == NULL || follow_is_waiting(&player->follow) || player->line == NULL)
        return;
    bot_decide_simply(view, &player->load->random, &action);
    follow_act(&player->follow, view->seen.seat, &action, &message);
    player->is_acting = true;
    player->asked_ns = uv_hrtime();
    send_message(player);
}

static void queue_up(struct player *player)
{
    struct load *load = player->load;
    if (player->is_queued)
        return;
    player->is_queued = true;
    uint32_t at = (load->queue_first + load->queue_count++) % load->player_room;
    load->queue[at] = (uint32_t)(player - load->players);
}

static void ask_to_go_on(struct player *player)
{
    struct follow *follow = &player->follow;
    bool is_over = follow->phase == ROOM_OVER;
    if (player->asked_at == follow->seq + 1 || (is_over && !follow->is_host))
        return;
    player->asked_at = follow->seq + 1;
    player->is_acting = false;
    follow_ask(follow, is_over ? REQUEST_REMATCH : REQUEST_NEXT, &message);
    send_message(player);
}

/* What a player does next, after whatever has happened. */
static void consider(struct player *player)
{
    struct load *load = player->load;
    struct follow *follow = &player->follow;
    uint8_t bytes[FOLLOW_MIX_SIZE];
    if (player->line == NULL || !player->is_here)
        return;
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)random_below(&load->random, 256);
    if (follow->commit_deal != follow->mixed_deal && follow_mix(follow, bytes, &message))
        send_message(player);
    if (!load->is_playing || follow_is_waiting(follow) || follow->own == 0)
        return;
    if (follow_turn(follow) != NULL && load->moves_per_s > 0)
        queue_up(player);
    else if (follow_turn(follow) != NULL)
        act(player);
    else if (follow->phase == ROOM_SCORED || follow->phase == ROOM_OVER)
        ask_to_go_on(player);
}

/* The moves that the pace allows by now. */
static void release(struct load *load)
{
    double seconds = (double)(uv_hrtime() - load->play_started_ns) / (double)SECOND_NS;
    uint64_t due = (uint64_t)(seconds * load->moves_per_s);
    while (load->moves_per_s > 0 && load->queue_count > 0 && load->released < due) {
        struct player *player = &load->players[load->queue[load->queue_first]];
        load->queue_first = (load->queue_first + 1) % load->player_room;
        load->queue_count--;
        load->released++;
        player->is_queued = false;
        act(player);
    }
    /* what could not be used is not made up for in one burst */
    if (load->queue_count == 0 && load->released < due)
        load->released = due;
}

static bool play_is_over(struct load *load)
{
    release(load);
    return false;
}

void load_play(struct load *load, double seconds, double moves_per_s)
{
    load->is_playing = true;
    load->moves_per_s = moves_per_s;
    load->play_started_ns = uv_hrtime();
    load->released = 0;
    load->queue_count = 0;
    for (uint32_t i = 0; i < load->player_room; i++) {
        load->players[i].is_queued = false;
        if (load->players[i].load != NULL)
            consider(&load->players[i]);
    }
    run_until(load, seconds, play_is_over);
    load->is_playing = false;
}

static bool never(struct load *load)
{
    (void)load;
    return false;
}

void load_rest(struct load *load, double seconds)
{
    run_until(load, seconds, never);
}

/* ---- Counting ---- */

static void count_move(struct player *player, const struct news *news)
{
    struct load_stats *stats = &player->load->stats;
    if (stats->moves == stats->latency_room) {
        stats->latency_room = stats->latency_room == 0 ? 4096 : 2 * stats->latency_room;
        stats->latency_us = must_have(
            realloc(stats->latency_us, stats->latency_room * sizeof *stats->latency_us));
    }
    stats->latency_us[stats->moves++] = (uint32_t)((uv_hrtime() - player->asked_ns) / 1000);
    stats->plays += strncmp(news->action, "play", 4) == 0;
}

static void count_bytes(struct load_stats *stats, const struct news *news, size_t size)
{
    size_t last = sizeof stats->update_size / sizeof *stats->update_size - 1;
    if (news->kind == NEWS_MOVE) {
        stats->updates++;
        stats->update_bytes += size;
        stats->update_size[size < last ? size : last]++;
    } else if (news->kind == NEWS_TABLE) {
        stats->tables++;
        stats->table_bytes += size;
    } else {
        stats->others++;
        stats->other_bytes += size;
    }
}

/* ---- Lines ---- */

static void say_hello(struct player *player)
{
    player->is_here = false;
    follow_hello(&player->follow, &message);
    send_message(player);
}

static void on_opened(struct line *line)
{
    struct player *player = line_context(line);
    say_hello(player);
    if (!follow_is_waiting(&player->follow))
        return;
    follow_repeat(&player->follow, &message);
    send_message(player);
}

static void arrive(struct player *player)
{
    if (player->is_here)
        return;
    player->is_here = true;
    player->load->here_count++;
    player->load->jobs_running--;
}

static void on_message(struct line *line, const char *text, size_t size)
{
    struct player *player = line_context(line);
    struct load *load = player->load;
    struct load_stats *stats = &load->stats;
    struct news news;
    follow_take(&player->follow, text, size, now_ms(), &news);
    count_bytes(stats, &news, size);
    bool is_move = news.is_answer && player->is_acting && news.kind != NEWS_ERROR;
    if (is_move)
        count_move(player, &news);
    if (load->config.news != NULL)
        load->config.news(load->config.context, player, &news, size);
    if (news.kind == NEWS_ERROR) {
        char what[LOAD_WORD_MAX];
        stats->errors++;
        snprintf(what, sizeof what, "%.*s", (int)(size < 60 ? size : 60), text);
        complain(load, what);
    }
    if (news.kind == NEWS_TABLE || news.kind == NEWS_RESUMED)
        arrive(player);
    if (news.kind == NEWS_LOST) {
        stats->lost++;
        complain(load, text);
        load->here_count -= player->is_here;
        load->jobs_running += player->is_here;
        say_hello(player);
        return;
    }
    consider(player);
}

static void on_closed(struct line *line, const char *why)
{
    struct player *player = line_context(line);
    struct load *load = player->load;
    player->line = NULL;
    load->line_count--;
    if (player->is_here) {
        load->here_count--;
    } else {
        load->jobs_running--;
        load->jobs_failed++;
    }
    player->is_here = false;
    if (strcmp(why, "cut") != 0) {
        load->stats.broken_lines++;
        complain(load, why);
    }
}

static bool lines_are_open(struct load *load)
{
    static const struct net_events events = {
        .opened = on_opened, .message = on_message, .closed = on_closed};
    for (; load->jobs_running < JOBS_MAX && load->next_job < load->player_room; load->next_job++) {
        struct player *player = &load->players[load->next_job];
        if (player->load == NULL || player->line != NULL)
            continue;
        player->asked_at = 0; /* a server that was away has forgotten who was ready */
        load->jobs_running++;
        load->line_count++;
        player->line =
            line_open_websocket(&load->nets[load->next_job % LOAD_SOURCES], &events, player);
    }
    return load->next_job == load->player_room && load->jobs_running == 0;
}

uint32_t load_connect(struct load *load, double seconds)
{
    load->next_job = load->jobs_failed = load->jobs_running = 0;
    run_until(load, seconds, lines_are_open);
    return load->here_count;
}

static uint32_t tables_playing(const struct load *load)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < load->config.tables; i++) {
        const struct player *host = &load->players[load->tables[i].first_player];
        count += host->load != NULL && host->follow.phase == ROOM_PLAYING &&
                 host->follow.view_count > 0;
    }
    return count;
}

static bool all_tables_play(struct load *load)
{
    return tables_playing(load) == load->config.tables;
}

uint32_t load_start(struct load *load, double seconds)
{
    for (uint32_t i = 0; i < load->config.tables; i++) {
        struct player *host = &load->players[load->tables[i].first_player];
        if (host->line == NULL || host->follow.phase != ROOM_WAITING)
            continue;
        host->is_acting = false;
        follow_ask(&host->follow, REQUEST_START, &message);
        send_message(host);
    }
    run_until(load, seconds, all_tables_play);
    return tables_playing(load);
}
