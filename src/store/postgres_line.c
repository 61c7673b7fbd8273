/* postgres_line.c - one connection to a PostgreSQL server, that never waits without an end.
 * Statements are prepared once and then sent one behind the other (libpq's pipeline mode): what
 * is sent between two ends costs one way there and back, however much it is. */
#include "store/postgres_store.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TYPE_INT8 = 20, TYPE_BYTEA = 17, TYPE_INT8_ARRAY = 1016, BINARY = 1, NAME_SIZE = 8 };
enum { ARRAY_HEAD = 20, ARRAY_ITEM = 12 };

/* A transaction that the server says is committed must be on disk there: a session may set this
 * for itself, and does so only where less was set for all. The server ends sessions of a
 * machine that is gone, so that nobody waits for their locks. */
static const char settings[] =
    "SET client_min_messages = warning;"
    "SET statement_timeout = 10000;"
    "SET idle_in_transaction_session_timeout = 15000;"
    "SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1;"
    "SET tcp_keepalives_count = 3; SET tcp_user_timeout = 5000;"
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off';"
    "SELECT current_setting('synchronous_commit'), current_setting('fsync')";
_Static_assert(POSTGRES_STATEMENT_MS == 10000, "the settings have it, too");

/* ---- Values ---- */

static void put_number(char *out, uint64_t number, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        out[i] = (char)(number >> 8 * (size - 1 - i) & 0xff);
}

void values_add_number(struct values *values, int64_t number)
{
    char *out = values->numbers[values->count];
    put_number(out, (uint64_t)number, 8);
    values->at[values->count] = out;
    values->sizes[values->count++] = 8;
}

/* A NULL pointer would be NULL, which an empty text is not. */
void values_add_text(struct values *values, struct text text)
{
    values->at[values->count] = text.size == 0 ? "" : text.at;
    values->sizes[values->count++] = (int)text.size;
}

/* One dimension, nothing missing, of eight bytes each, from place 1 on. */
bool numbers_add(struct numbers *numbers, int64_t number)
{
    if (numbers->count == numbers->room) {
        size_t more = numbers->room == 0 ? 64 : 2 * numbers->room;
        char *larger = realloc(numbers->at, ARRAY_HEAD + more * ARRAY_ITEM);
        if (larger == NULL)
            return false;
        numbers->at = larger;
        numbers->room = more;
    }
    char *item = numbers->at + ARRAY_HEAD + numbers->count++ * ARRAY_ITEM;
    put_number(item, 8, 4);
    put_number(item + 4, (uint64_t)number, 8);
    return true;
}

void values_add_numbers(struct values *values, const struct numbers *numbers)
{
    const uint32_t head[] = {1, 0, TYPE_INT8, (uint32_t)numbers->count, 1};
    for (unsigned i = 0; i < sizeof head / sizeof *head; i++)
        put_number(numbers->at + 4 * i, head[i], 4);
    values->at[values->count] = numbers->at;
    values->sizes[values->count++] = (int)(ARRAY_HEAD + numbers->count * ARRAY_ITEM);
}

int64_t row_number(const PGresult *rows, int row, int column)
{
    const unsigned char *at = (const unsigned char *)PQgetvalue(rows, row, column);
    uint64_t number = 0;
    if (PQgetlength(rows, row, column) != 8)
        return 0;
    for (unsigned i = 0; i < 8; i++)
        number = number << 8 | at[i];
    return (int64_t)number;
}

struct text row_text(const PGresult *rows, int row, int column)
{
    return (struct text){PQgetvalue(rows, row, column),
                         (size_t)PQgetlength(rows, row, column)};
}

/* ---- Problems ---- */

const char *pg_state_of(const PGresult *result)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return state == NULL ? "" : state;
}

/* libpq's words have several lines. */
bool pg_complain(const struct line *line, const PGresult *result,
                 char problem[STORE_PROBLEM_MAX])
{
    const char *words = result == NULL ? NULL : PQresultErrorMessage(result);
    char plain[STORE_PROBLEM_MAX];
    if (words == NULL || words[0] == '\0')
        words = line->connection == NULL ? "the line to the database is broken"
                                         : PQerrorMessage(line->connection);
    if (words[0] == '\0')
        words = "the database does not answer";
    snprintf(plain, sizeof plain, "%s", words);
    for (size_t size = strlen(plain); size > 0 && plain[size - 1] == '\n'; size--)
        plain[size - 1] = '\0';
    for (char *at = plain; *at != '\0'; at++)
        if (*at == '\n' || *at == '\t')
            *at = ' ';
    return store_problem(problem, "%s: %s", line->shown, plain);
}

static void on_notice(void *context, const PGresult *notice)
{
    const char *severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (severity != NULL && strcmp(severity, "WARNING") == 0)
        ((struct line *)context)->has_warned = true;
}

/* ---- Waiting ---- */

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* What the place itself says of these comes behind them, and counts. A line that leads nowhere any
 * more is known to the system within five seconds. */
static const char *const settings_of_lines[] = {
    "connect_timeout", "keepalives_idle", "keepalives_interval", "keepalives_count",
    "tcp_user_timeout", "fallback_application_name", "dbname", "client_encoding",
    "host", "hostaddr", "port", NULL}; /* these three are empty where the place has them */
enum { SETTING_HOST = 8, SETTING_ADDRESS, SETTING_PORT };
enum { SETTINGS = sizeof settings_of_lines / sizeof *settings_of_lines };

static void fill_settings(const char *place, const char *connect_s, const char *out[SETTINGS])
{
    const char *const values[SETTINGS] = {connect_s, "2", "1", "3", "5000", "rummery", place,
                                          "UTF8", "", "", "", NULL};
    memcpy(out, values, sizeof values);
}

/* A database that works at something says nothing meanwhile, but takes another line; one that
 * hangs, or cannot be reached, does not. Of several it is the one that this line leads to. */
static bool answers(const struct line *line)
{
    const char *values[SETTINGS];
    char ping_s[8];
    snprintf(ping_s, sizeof ping_s, "%d", POSTGRES_PING_S);
    fill_settings(line->place, ping_s, values);
    values[SETTING_HOST] = PQhost(line->connection);
    values[SETTING_ADDRESS] = PQhostaddr(line->connection);
    values[SETTING_PORT] = PQport(line->connection);
    PGPing ping = PQpingParams(settings_of_lines, values, 1);
    return ping == PQPING_OK || ping == PQPING_REJECT;
}

/* Until PQgetResult() would not wait. False if the line is broken, or silent for too long. */
static bool wait_for_result(struct line *line)
{
    int64_t until_ms = now_ms() + POSTGRES_LINE_MS;
    bool is_asked = false;
    for (;;) {
        int unsent = PQflush(line->connection);
        if (unsent < 0)
            return false;
        if (PQisBusy(line->connection) == 0)
            return true;
        struct pollfd socket = {.fd = PQsocket(line->connection),
                                .events = (short)(unsent > 0 ? POLLIN | POLLOUT : POLLIN)};
        int64_t left_ms = until_ms - now_ms();
        int64_t quiet_ms = is_asked ? left_ms : left_ms - POSTGRES_LINE_MS + POSTGRES_QUIET_MS;
        int ready = quiet_ms <= 0 ? 0 : poll(&socket, 1, (int)quiet_ms);
        if ((ready == 0 && (is_asked || !answers(line))) || (ready < 0 && errno != EINTR))
            return false;
        is_asked |= ready == 0;
        if (ready > 0 && (socket.revents & ~POLLOUT) != 0 &&
            PQconsumeInput(line->connection) == 0)
            return false;
    }
}

void pg_close(struct line *line)
{
    PQfinish(line->connection);
    line->connection = NULL;
}

/* As PQgetResult(), but for a line that broke, which is closed; *is_broken tells the NULLs
 * apart. */
static PGresult *take(struct line *line, bool *is_broken)
{
    *is_broken = line->connection == NULL || !wait_for_result(line);
    if (*is_broken)
        pg_close(line);
    return *is_broken ? NULL : PQgetResult(line->connection);
}

/* Nothing is under way: whatever has come is a farewell, or a word of no matter. */
bool pg_is_there(struct line *line)
{
    struct pollfd socket = {.events = POLLIN};
    if (line->connection == NULL)
        return false;
    socket.fd = PQsocket(line->connection);
    while (PQstatus(line->connection) == CONNECTION_OK && poll(&socket, 1, 0) != 0)
        if (PQconsumeInput(line->connection) == 0)
            return false;
    return PQstatus(line->connection) == CONNECTION_OK;
}

/* ---- Making a line ---- */

static bool connect_to(struct line *line, const char *place, char problem[STORE_PROBLEM_MAX])
{
    const char *values[SETTINGS];
    char connect_s[8];
    snprintf(connect_s, sizeof connect_s, "%d", POSTGRES_CONNECT_S);
    fill_settings(place, connect_s, values);
    line->place = place;
    line->connection = PQconnectdbParams(settings_of_lines, values, 1);
    if (line->connection == NULL)
        return store_problem(problem, "no memory is left");
    if (PQstatus(line->connection) != CONNECTION_OK ||
        PQsetnonblocking(line->connection, 1) != 0) {
        pg_complain(line, NULL, problem);
        pg_close(line);
        return false;
    }
    PQsetNoticeReceiver(line->connection, on_notice, line);
    return true;
}

static bool set_session(struct line *line, char problem[STORE_PROBLEM_MAX])
{
    PGresult *answer = pg_ask(line, settings, problem);
    if (answer == NULL)
        return false;
    bool is_written = strcmp(PQgetvalue(answer, 0, 0), "off") != 0;
    bool is_synced = strcmp(PQgetvalue(answer, 0, 1), "off") != 0;
    PQclear(answer);
    if (!is_written)
        return store_problem(problem, "%s: synchronous_commit is off and cannot be set",
                             line->shown);
    return is_synced || store_problem(problem, "%s: the database runs with fsync = off: what it "
                                      "says is saved is not", line->shown);
}

bool pg_open(struct line *line, const char *place, char problem[STORE_PROBLEM_MAX])
{
    if (connect_to(line, place, problem) && set_session(line, problem))
        return true;
    pg_close(line);
    return false;
}

PGresult *pg_ask(struct line *line, const char *sql, char problem[STORE_PROBLEM_MAX])
{
    PGresult *last = NULL, *next;
    bool is_broken = line->connection == NULL || PQsendQuery(line->connection, sql) == 0;
    while (!is_broken && (next = take(line, &is_broken)) != NULL) {
        bool is_first_problem = last == NULL || pg_state_of(last)[0] == '\0';
        PQclear(is_first_problem ? last : next);
        last = is_first_problem ? next : last;
    }
    bool is_well = !is_broken && last != NULL && pg_state_of(last)[0] == '\0' &&
                   line->connection != NULL && PQstatus(line->connection) == CONNECTION_OK;
    if (is_well)
        return last;
    pg_complain(line, last, problem);
    PQclear(last);
    return NULL;
}

static void name_of(enum postgres_statement statement, char out[NAME_SIZE])
{
    snprintf(out, NAME_SIZE, "s%u", (unsigned)statement % 1000);
}

static bool send_preparation(struct line *line, enum postgres_statement statement)
{
    const struct postgres_text *text = &postgres_statements[statement];
    Oid types[POSTGRES_VALUES_MAX];
    char name[NAME_SIZE];
    int count = 0;
    for (; text->types[count] != '\0'; count++)
        types[count] = text->types[count] == 'n'   ? TYPE_INT8
                       : text->types[count] == 'a' ? TYPE_INT8_ARRAY
                                                   : TYPE_BYTEA;
    name_of(statement, name);
    return PQsendPrepare(line->connection, name, text->sql, count, types) == 1;
}

bool pg_prepare(struct line *line, char problem[STORE_PROBLEM_MAX])
{
    bool is_well = PQenterPipelineMode(line->connection) == 1;
    for (int i = 0; is_well && i < PG_STATEMENT_COUNT; i++)
        is_well = send_preparation(line, (enum postgres_statement)i);
    if (!is_well || !pg_send_end(line))
        return pg_complain(line, NULL, problem);
    for (int i = 0; i < PG_STATEMENT_COUNT; i++) {
        PGresult *result = pg_take(line);
        is_well = is_well && (PQresultStatus(result) == PGRES_COMMAND_OK ||
                              pg_complain(line, result, problem));
        PQclear(result);
    }
    return pg_take_end(line) && is_well;
}

/* ---- Statements ---- */

bool pg_send(struct line *line, enum postgres_statement statement,
             const struct values *values)
{
    static const int formats[POSTGRES_VALUES_MAX] = {BINARY, BINARY, BINARY, BINARY,
                                                     BINARY, BINARY, BINARY};
    char name[NAME_SIZE];
    name_of(statement, name);
    return line->connection != NULL &&
           PQsendQueryPrepared(line->connection, name, values == NULL ? 0 : values->count,
                               values == NULL ? NULL : values->at,
                               values == NULL ? NULL : values->sizes, formats, BINARY) == 1;
}

bool pg_send_end(struct line *line)
{
    return line->connection != NULL && PQpipelineSync(line->connection) == 1;
}

PGresult *pg_take(struct line *line)
{
    bool is_broken;
    PGresult *result = take(line, &is_broken), *more;
    bool is_end = result == NULL || PQresultStatus(result) == PGRES_PIPELINE_SYNC;
    /* behind each result there is a NULL */
    while (!is_end && (more = take(line, &is_broken)) != NULL)
        PQclear(more);
    return result;
}

bool pg_take_end(struct line *line)
{
    PGresult *result = pg_take(line);
    bool is_end = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
    PQclear(result);
    if (!is_end)
        pg_close(line);
    return is_end;
}

PGresult *pg_run(struct line *line, enum postgres_statement statement,
                 const struct values *values, char problem[STORE_PROBLEM_MAX])
{
    bool is_sent = pg_send(line, statement, values) && pg_send_end(line);
    PGresult *result = is_sent ? pg_take(line) : NULL;
    ExecStatusType status = PQresultStatus(result);
    bool is_well = status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;
    if (!is_well)
        pg_complain(line, result, problem);
    /* only behind the end it is committed */
    if (!pg_take_end(line) && is_well)
        is_well = pg_complain(line, NULL, problem);
    if (is_well)
        return result;
    PQclear(result);
    return NULL;
}

void pg_roll_back(struct line *line)
{
    char problem[STORE_PROBLEM_MAX];
    if (line->connection != NULL &&
        PQtransactionStatus(line->connection) != PQTRANS_IDLE)
        PQclear(pg_run(line, PG_ROLLBACK, NULL, problem));
}
