/* bot_join.c - a seat at a server's table without a screen: whenever it is on turn its level or its
 * program is asked, on a worker thread. Sitting down, following, and a line that breaks are the
 * terminal table's (tui/remote.h). */
#include "bot_join.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arguments.h"
#include "bots/bot.h"
#include "commands.h"
#include "tui/remote.h"
#include "tui/tell.h"
#include "tui/thinking.h"
#include "wire/reasons.h"

enum {
    SEAT = 0,          /* where the only program stands in the list of programs */
    MARGIN_MS = 500,   /* of the table's clock, for the way there */
    ANSWER_MS_MIN = 50,
    MISSED_MAX = 3,    /* turns in a row that the program did not answer: it leaves */
    AGAIN_MS = 1000,
    LOST_MS = 10 * 60 * 1000, /* a server that is gone for so long is not waited for */
    REQUEST_MS = 60,   /* a server takes 20 requests a second of somebody, ... */
    BURST = 60,        /* ... and some more at once */
    SIGNALS = 3,
    EXIT_INTERRUPTED = 130
};

struct seated {
    const struct bot_join *join;
    uv_loop_t loop;
    uv_signal_t signals[SIGNALS];
    uv_timer_t again; /* after a refusal that was not the program's fault */
    uv_timer_t lost;  /* runs while there is no line */
    struct source *source;
    struct thinking thinking;
    struct programs programs;
    uint32_t refusals; /* that were looked at */
    unsigned missed;   /* in a row */
    unsigned missed_ever;
    uint64_t paid_ms; /* requests so far are paid for by then, at REQUEST_MS each */
    bool is_leaving, is_over, has_told_unkept;
    int code;
};

/* ---- The end ---- */

static void end(struct seated *seated, int code)
{
    if (seated->is_over)
        return;
    seated->is_over = true;
    seated->code = code;
    atomic_store(&seated->thinking.is_hurried, true);
    uv_stop(&seated->loop);
}

/* One line for programs: how it ended. */
static void tell_result(const struct seated *seated)
{
    const struct midend *midend = &seated->source->midend;
    unsigned seat = midend->seat;
    printf("{\"table\":\"%s\",\"game\":\"%s\",\"seat\":%u,\"rounds\":%u,\"totals\":[",
           midend->follow.table, midend->game->id, seat, midend->sheet_count);
    for (unsigned i = 0; i < midend->seats; i++)
        printf("%s%" PRId32, i == 0 ? "" : ",", midend->totals[i]);
    printf("],\"won\":%s,\"missed\":%u}\n",
           (midend->winners >> seat & 1) != 0 ? "true" : "false", seated->missed_ever);
}

/* ---- Deciding ---- */

static void go_on(void *context);

static void on_again(uv_timer_t *timer)
{
    go_on(timer->data);
}

/* Whether a request may be made now; else it is tried again when it may. */
static bool may_ask(struct seated *seated)
{
    uint64_t now_ms = uv_now(&seated->loop);
    if (seated->paid_ms < now_ms)
        seated->paid_ms = now_ms;
    if (seated->paid_ms > now_ms + BURST * REQUEST_MS) {
        uv_timer_start(&seated->again, on_again, REQUEST_MS, 0);
        return false;
    }
    seated->paid_ms += REQUEST_MS;
    return true;
}

/* Whether something has to be done in the own turn: laying is barred by the rules at most. */
static bool is_on_turn(const struct midend *midend)
{
    struct bar bar = midend_lay_bar(midend);
    return bar.kind == BAR_NONE || bar.kind == BAR_RULE;
}

static bool is_wanted(const struct seated *seated, const struct thought *thought)
{
    const struct midend *midend = &seated->source->midend;
    const struct view *view = midend_view(midend, midend->seat);
    return is_on_turn(midend) && memcmp(&thought->view, view, sizeof *view) == 0;
}

/* What the program did not do: it is said why, and the simplest player acts for it. */
static void miss(struct seated *seated, struct thought *thought)
{
    const struct fault *fault = external_fault(seated->programs.seat[SEAT].external);
    seated->missed++;
    seated->missed_ever++;
    complain_of("%s: %s (%s); the simplest player acts for it", seated->join->command,
                fault->text, fault_name((enum fault_kind)fault->kind));
    bot_decide_simply(&thought->view, &seated->thinking.random, &thought->action);
    if (seated->missed < MISSED_MAX)
        return;
    complain_of("no legal answer in %d turns: giving up the seat", (int)MISSED_MAX);
    seated->is_leaving = true;
}

static void on_decided(struct thinking *thinking)
{
    struct seated *seated = thinking->context;
    struct thought *thought = &thinking->thought;
    if (seated->is_over)
        return;
    if (!is_wanted(seated, thought)) {
        go_on(seated);
        return;
    }
    if (thought->is_decided)
        seated->missed = 0;
    else
        miss(seated, thought);
    source_act(seated->source, &thought->action);
}

static uint32_t answer_ms(const struct seated *seated)
{
    uint64_t clock_ms = seated->join->clock_ms, left_ms = source_left_ms(seated->source);
    if (!seated->source->midend.has_clock || left_ms > clock_ms + MARGIN_MS)
        return (uint32_t)clock_ms;
    return left_ms > MARGIN_MS + ANSWER_MS_MIN ? (uint32_t)(left_ms - MARGIN_MS)
                                               : (uint32_t)ANSWER_MS_MIN;
}

static void think(struct seated *seated)
{
    const struct midend *midend = &seated->source->midend;
    struct thought thought = {.seat = SEAT,
                              .level = (uint8_t)seated->join->level,
                              .answer_ms = answer_ms(seated),
                              .view = *midend_view(midend, midend->seat),
                              .standing.rounds_played = midend->sheet_count};
    memcpy(thought.standing.total, midend->totals, sizeof thought.standing.total);
    thinking_begin(&seated->thinking, &seated->loop, &thought,
                   seated->join->seed + midend->follow.seq * UINT64_C(0x9e3779b97f4a7c15));
}

/* ---- The table ---- */

/* What was asked was not done. Moves are judged before they are sent: it was something else. */
static void look_at_refusal(struct seated *seated)
{
    const struct midend *midend = &seated->source->midend;
    char why[SAID_MAX];
    if (midend->refusals == seated->refusals)
        return;
    seated->refusals = midend->refusals;
    if (midend->refused.kind == BAR_PENDING)
        return;
    tell_bar(words_find("en"), midend, &midend->refused, why);
    complain_of("the table refused: %s",
                midend->refused.kind == BAR_CODE ? code_words(midend->refused.code) : why);
    uv_timer_start(&seated->again, on_again, AGAIN_MS, 0);
}

static void on_lost(uv_timer_t *timer)
{
    complain_of("the server was away for %d minutes: nobody is waiting any more", LOST_MS / 60000);
    end(timer->data, EXIT_WRONG_INPUT);
}

static void watch_line(struct seated *seated)
{
    bool is_lost = seated->source->midend.is_lost;
    if (!is_lost)
        uv_timer_stop(&seated->lost);
    else if (uv_is_active((uv_handle_t *)&seated->lost) == 0)
        uv_timer_start(&seated->lost, on_lost, LOST_MS, 0);
}

static bool may(const struct midend *midend, enum intent_kind kind)
{
    return midend_bar(midend, &(struct intent){.kind = (uint8_t)kind}).kind == BAR_NONE;
}

static void play_on(struct seated *seated)
{
    const struct midend *midend = &seated->source->midend;
    /* what a table may be asked for besides a move; leaving before all else */
    enum intent_kind kind = seated->is_leaving           ? INTENT_LEAVE
                            : may(midend, INTENT_ALLOW) ? INTENT_ALLOW
                                                         : INTENT_NEXT;
    bool is_asked = kind == INTENT_NEXT ? midend_advice(midend).kind == ADVICE_NEXT
                                        : may(midend, kind);
    bool is_turn = is_on_turn(midend) && !seated->thinking.is_working;
    if (midend->is_lost || !(is_asked || is_turn) || !may_ask(seated))
        return;
    if (is_asked)
        source_do(seated->source, &(struct intent){.kind = (uint8_t)kind});
    else
        think(seated);
}

static void go_on(void *context)
{
    struct seated *seated = context;
    const struct midend *midend = &seated->source->midend;
    struct thinking *thinking = &seated->thinking;
    if (seated->is_over)
        return;
    if (seated->source->is_unkept && !seated->has_told_unkept)
        complain_of("%s: the seat's key could not be kept", seated->join->keep);
    seated->has_told_unkept = seated->source->is_unkept;
    look_at_refusal(seated);
    watch_line(seated);
    if (midend->is_gone) {
        char why[SAID_MAX];
        tell_gone(words_find("en"), midend, why);
        if (!seated->is_leaving)
            complain_of("%s", why);
        end(seated, EXIT_WRONG_INPUT);
    } else if (midend->phase == TABLE_OVER) {
        tell_result(seated);
        end(seated, EXIT_DONE);
    } else if (uv_is_active((uv_handle_t *)&seated->again) == 0) {
        /* nobody wants to hear what is thought about a turn that is past */
        if (thinking->is_working && !midend->is_lost && !is_wanted(seated, &thinking->thought))
            atomic_store(&thinking->is_hurried, true);
        play_on(seated);
    }
}

/* ---- The beginning ---- */

static void on_signal(uv_signal_t *signal, int number)
{
    (void)number;
    end(signal->data, EXIT_INTERRUPTED);
}

static bool find_name(const struct seated *seated, char out[NAME_SIZE])
{
    const struct bot_join *join = seated->join;
    char level[32];
    if (join->name != NULL)
        return name_tidy(join->name, out);
    if (join->level == 0)
        return name_tidy(seated->programs.seat[SEAT].name, out);
    snprintf(level, sizeof level, "Rummery %u", join->level);
    return name_tidy(level, out);
}

/* Better now than when the seat is taken. */
static bool can_keep(const char *path)
{
    if (path == NULL)
        return true;
    struct stat about;
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW,
                    0600);
    if (file < 0 || fstat(file, &about) != 0) {
        complain_of("%s: %s", path, strerror(errno));
        return false;
    }
    close(file);
    if (!S_ISREG(about.st_mode))
        complain_of("%s is not a file that can be read back", path);
    return S_ISREG(about.st_mode);
}

static bool open_seat(struct seated *seated)
{
    struct remote_setup setup = {.people = 1, .language = "en", .is_apart = true,
                                 .key_file = seated->join->keep};
    const struct program *who;
    if (!link_read(seated->join->link, &setup.link)) {
        complain_of("%s is not a link to a table", seated->join->link);
        return false;
    }
    if (!can_keep(setup.key_file))
        return false;
    if (seated->join->level == 0) {
        programs_add(&seated->programs, SEAT, seated->join->command, false);
        if (!programs_start(&seated->programs, &who)) {
            complain_of("%s: %s", who->command, who->first.text);
            return false;
        }
    }
    if (!find_name(seated, setup.sitter[0].name)) {
        complain_of("--name takes 1 to %d letters", (int)NAME_CHARACTERS_MAX);
        return false;
    }
    seated->source = remote_open(&seated->loop, &setup);
    source_listen(seated->source, go_on, seated);
    return true;
}

static void close_all(struct seated *seated)
{
    if (seated->source != NULL)
        source_close(seated->source);
    for (unsigned i = 0; i < SIGNALS; i++)
        uv_close((uv_handle_t *)&seated->signals[i], NULL);
    uv_close((uv_handle_t *)&seated->again, NULL);
    uv_close((uv_handle_t *)&seated->lost, NULL);
    uv_run(&seated->loop, UV_RUN_DEFAULT);
    uv_loop_close(&seated->loop);
    programs_free(&seated->programs);
    thinking_free(&seated->thinking);
}

int bot_join_run(const struct bot_join *join)
{
    static struct seated seated;
    static const int numbers[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
    int problem = uv_loop_init(&seated.loop);
    if (problem != 0) {
        complain_of("cannot start an event loop: %s", uv_strerror(problem));
        return EXIT_WRONG_INPUT;
    }
    seated.join = join;
    seated.code = EXIT_WRONG_INPUT;
    seated.thinking.decided = on_decided;
    seated.thinking.context = &seated;
    seated.thinking.programs = &seated.programs;
    for (unsigned i = 0; i < SIGNALS; i++) {
        uv_signal_init(&seated.loop, &seated.signals[i]);
        seated.signals[i].data = &seated;
        uv_signal_start(&seated.signals[i], on_signal, numbers[i]);
    }
    uv_timer_init(&seated.loop, &seated.again);
    uv_timer_init(&seated.loop, &seated.lost);
    seated.again.data = seated.lost.data = &seated;
    /* a reader that is gone and a file that may not grow are told where they are met */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    if (open_seat(&seated))
        uv_run(&seated.loop, UV_RUN_DEFAULT);
    close_all(&seated);
    return seated.code;
}
