/* command_review.c - `rummery review FILE`: what a recorded match was like, turn by turn, judged by
 * what each seat saw. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "commands.h"
#include "record_input.h"
#include "review/review_write.h"
#include "review_print.h"
#include "wire/memory.h"

/* A whole record: its first line, and the actions behind it. */
struct record {
    struct match header;
    struct action *actions;
    unsigned count, room;
    bool is_over;
};

static void keep(struct record *record, const struct action *action)
{
    if (record->count == record->room) {
        record->room = record->room * 2 + 64;
        record->actions =
            memory_grow(record->actions, record->room * sizeof *record->actions);
    }
    record->actions[record->count++] = *action;
}

/* Every line is applied once, so that what is reviewed holds together from end to end. */
static bool read_record(struct record_input *input, struct record *record)
{
    struct action action;
    for (;;) {
        switch (record_next(input, &action)) {
        case RECORD_COMMENT:
            break;
        case RECORD_HEADER:
            record->header = input->match;
            break;
        case RECORD_ACTION:
            if (!record_apply(input, &action))
                return false;
            keep(record, &action);
            break;
        case RECORD_END:
            record->is_over = input->match.need == NEED_NOTHING;
            return true;
        case RECORD_BROKEN:
            return false;
        }
    }
}

struct report {
    struct paint paint;
    bool is_json, has_progress;
    struct reviewed_turn *turns; /* as many as there are lines, at most */
    unsigned turn_count;
    struct writer writer;
};

static void tell_progress(const struct report *report, unsigned done, unsigned all)
{
    if (report->has_progress)
        fprintf(stderr, done == all ? "\r            \r" : "\rreview: %u %%", done * 100 / all);
}

static void report_turn(struct report *report, const struct review *review,
                        const struct table *before)
{
    const struct reviewed_turn *turn = &review->turn;
    bool is_first = report->turn_count == 0 ||
                    report->turns[report->turn_count - 1].round != turn->round;
    report->turns[report->turn_count++] = *turn;
    if (report->is_json) {
        review_turn_write(&report->writer, review);
        return;
    }
    if (is_first)
        review_print_round(&report->paint, review);
    review_print_turn(&report->paint, review, before);
    fflush(stdout);
}

static void report_findings(struct report *report, const struct review *review)
{
    struct writer *writer = &report->writer;
    if (!report->is_json) {
        review_print_findings(&report->paint, review, report->turns);
        return;
    }
    writer_close(writer, ']');
    writer_name(writer, "findings");
    findings_write(writer, review);
    writer_close(writer, '}');
    printf("%.*s\n", (int)writer->size, writer->at);
}

static bool review_record(struct report *report, const struct record *record, uint64_t seed,
                          struct workspace *work)
{
    static struct review review;
    struct table before = {0};
    if (!review_begin(&review, &record->header, record->count, seed)) {
        complain_of("there is no solver for this game");
        return false;
    }
    if (report->is_json) {
        writer_open(&report->writer, '{');
        writer_name(&report->writer, "turns");
        writer_open(&report->writer, '[');
    } else {
        review_print_header(&report->paint, &review);
    }
    for (unsigned i = 0; i < record->count; i++) {
        struct action action = record->actions[i];
        struct error error;
        if (!review.is_underway)
            before = review.match.state.table;
        tell_progress(report, i, record->count);
        if (review_take(&review, work, &action, &error) == REVIEW_TURN_OVER) {
            tell_progress(report, record->count, record->count);
            report_turn(report, &review, &before);
        }
    }
    report_findings(report, &review);
    if (!record->is_over && !report->is_json)
        printf("the record ends here, the match does not\n");
    return true;
}

int command_review(int argc, char **argv)
{
    struct report report = {.paint = paint_for_stdout()};
    struct record record = {.count = 0};
    struct record_input input;
    unsigned long seed = 1;
    bool has_rules = false;
    const struct argument arguments[] = {
        {.name = "--why", .flag = &has_rules},
        {.name = "--json", .flag = &report.is_json},
        {.name = "--seed", .number = &seed, .max = UINT32_MAX}};
    if (!arguments_read(&argc, argv, arguments, 3) || argc != 1)
        return usage_of("review");
    if (!record_open(&input, argv[0]))
        return EXIT_WRONG_INPUT;
    input.has_rules = has_rules;
    bool is_done = read_record(&input, &record);
    record_close(&input);
    struct workspace *work = calloc(1, workspace_size());
    report.turns = calloc(record.count + 1, sizeof *report.turns);
    report.has_progress = isatty(STDERR_FILENO) != 0;
    if (work == NULL || report.turns == NULL) {
        complain_of("not enough memory");
        is_done = false;
    }
    is_done = is_done && review_record(&report, &record, seed, work);
    writer_free(&report.writer);
    free(report.turns);
    free(work);
    memory_drop(record.actions);
    return is_done ? EXIT_DONE : EXIT_WRONG_INPUT;
}
