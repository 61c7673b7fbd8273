/* contest_print.c - a tournament in figures: lines of JSON for programs, or a table for people. */
#include "contest_print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "wire/memory.h"
#include "wire/safe_print.h"
#include "wire/safe_text.h"

enum { NAME_WIDTH = 28, CELL_SIZE = 64 };

/* ---- For programs ---- */

static void print_text(const char *name)
{
    struct writer writer = {0};
    writer_string(&writer, name, strlen(name));
    writer_put(&writer, "", 1);
    safe_json_print(writer.at, stdout);
    writer_free(&writer);
}

static void print_field(const char *key, const char *text)
{
    printf("\"%s\":", key);
    print_text(text);
}

static void print_estimate(const char *name, struct estimate estimate)
{
    printf(",\"%s\":%.4f,\"%s_95\":[%.4f,%.4f]", name, estimate.mean, name, estimate.low,
           estimate.high);
}

/* Who else was there: by name in a pair, as a list where a round robin has larger tables. */
static void print_others(const struct contest *contest, const struct meeting *meeting, unsigned i)
{
    unsigned seats = meeting->figures.seats;
    const char *before = "";
    if (seats == 2) {
        printf(",");
        print_field("against", contest->bots[meeting->who[1 - i]].name);
    } else if (contest->count > seats) {
        printf(",\"with\":[");
        for (unsigned j = 0; j < seats; j++) {
            if (j == i)
                continue;
            printf("%s", before);
            print_text(contest->bots[meeting->who[j]].name);
            before = ",";
        }
        printf("]");
    }
}

static void print_counts(const unsigned *faults)
{
    const char *before = "";
    printf(",\"reasons\":{");
    for (unsigned kind = FAULT_NONE + 1; kind < FAULT_COUNT; kind++) {
        if (faults[kind] == 0)
            continue;
        printf("%s\"%s\":%u", before, fault_name((enum fault_kind)kind), faults[kind]);
        before = ",";
    }
    printf("}");
}

static void print_test(const struct contest *contest, const struct figures *figures)
{
    double ratio = figures_log_ratio(figures, contest->elo_0, contest->elo_1);
    const char *says = !contest_is_settled(contest, figures) ? "open"
                       : ratio > 0                           ? "elo_1"
                                                             : "elo_0";
    printf("{\"sprt\":\"%s\",\"log_ratio\":%.3f,\"elo_0\":%.1f,\"elo_1\":%.1f,\"deals\":%u}\n",
           says, ratio, contest->elo_0, contest->elo_1, figures->deals);
}

void print_meeting_json(const struct contest *contest, const struct meeting *meeting)
{
    const struct game *game = game_at(contest->arena.game_index);
    const struct figures *figures = &meeting->figures;
    unsigned seat;
    for (unsigned i = 0; i < figures->seats; i++) {
        const struct figures_of_player *of = &figures->of[i];
        printf("{");
        print_field("bot", contest->bots[meeting->who[i]].name);
        print_others(contest, meeting, i);
        printf(",\"game\":\"%s\",\"players\":%u,\"deals\":%u,\"rounds\":%u,\"drawn\":%u,"
               "\"wins\":%u",
               game->id, figures->seats, figures->deals, figures->rounds, figures->drawn,
               of->wins);
        print_estimate("win_rate", figures_share(figures, i));
        double worst = figures_worst_seat(figures, i, &seat);
        printf(",\"worst_seat\":%u,\"worst_seat_rate\":%.4f", seat, worst);
        print_estimate("decided_rate", figures_decided(figures, i));
        print_estimate("score", figures_score(figures, i));
        printf(",\"illegal\":%u,\"forfeits\":%u", of->strikes, of->forfeits);
        if (of->forfeits > 0)
            print_counts(of->faults);
        printf("}\n");
    }
    if (contest->is_sequential)
        print_test(contest, figures);
    fflush(stdout);
}

/* What a contestant came to in all its meetings. */
struct total {
    unsigned index;
    struct estimate elo;
    unsigned rounds, forfeits, faults[FAULT_COUNT];
    double share, score;
};

static struct total *find_totals(const struct contest *contest)
{
    const struct tournament *tournament = &contest->tournament;
    struct total *totals = memory_new(contest->count * sizeof *totals);
    struct estimate *elo = memory_new(contest->count * sizeof *elo);
    elo_rate(contest->count, tournament->meetings, tournament->meeting_count, elo);
    for (unsigned i = 0; i < contest->count; i++) {
        totals[i].index = i;
        totals[i].elo = elo[i];
    }
    for (unsigned m = 0; m < tournament->meeting_count; m++) {
        const struct meeting *meeting = &tournament->meetings[m];
        const struct figures *figures = &meeting->figures;
        for (unsigned i = 0; i < figures->seats && figures->deals > 0; i++) {
            struct total *total = &totals[meeting->who[i]];
            total->rounds += figures->rounds;
            total->share += figures_share(figures, i).mean * figures->rounds;
            total->score += figures_score(figures, i).mean * figures->rounds;
            total->forfeits += figures->of[i].forfeits;
            for (unsigned kind = 0; kind < FAULT_COUNT; kind++)
                total->faults[kind] += figures->of[i].faults[kind];
        }
    }
    free(elo);
    return totals;
}

static void print_faults(const struct tournament_bot *bot, const struct total *total)
{
    const char *before = "";
    printf(",\"faults\":[");
    for (unsigned kind = FAULT_NONE + 1; kind < FAULT_COUNT; kind++) {
        if (total->faults[kind] == 0)
            continue;
        printf("%s{\"reason\":\"%s\",\"count\":%u,", before, fault_name((enum fault_kind)kind),
               total->faults[kind]);
        print_field("first", bot->first_fault[kind] == NULL ? "" : bot->first_fault[kind]);
        printf("}");
        before = ",";
    }
    printf("]");
}

void print_ratings_json(const struct contest *contest)
{
    struct total *totals = find_totals(contest);
    for (unsigned i = 0; i < contest->count; i++) {
        const struct tournament_bot *bot = &contest->tournament.bots[i];
        printf("{");
        print_field("elo_of", contest->bots[i].name);
        printf(",\"elo\":%.1f,\"elo_95\":[%.1f,%.1f],\"rounds\":%u", totals[i].elo.mean,
               totals[i].elo.low, totals[i].elo.high, totals[i].rounds);
        if (bot->hello.name[0] != '\0') {
            printf(",");
            print_field("name", bot->hello.name);
        }
        if (bot->hello.options[0] != '\0') {
            printf(",\"options\":");
            safe_json_print(bot->hello.options, stdout);
        }
        if (totals[i].forfeits > 0)
            print_faults(bot, &totals[i]);
        printf("}\n");
    }
    free(totals);
}

/* ---- For people ---- */

/* As wide as it should be, by characters. */
static void print_wide(const char *text, unsigned width)
{
    char safe[4 * NAME_WIDTH + 8];
    unsigned count = 0;
    safe_text(text, safe, sizeof safe);
    for (const char *at = safe; *at != '\0'; at++) {
        bool is_start = ((unsigned char)*at & 0xc0) != 0x80;
        if (is_start && count == width)
            break;
        count += is_start;
        putchar(*at);
    }
    printf("%*s", (int)(width - count) + 2, "");
}

static const char *shown_name(const struct contest *contest, unsigned index)
{
    const struct hello *hello = &contest->tournament.bots[index].hello;
    return hello->name[0] != '\0' ? hello->name : contest->bots[index].name;
}

void print_meeting_table(const struct contest *contest, const struct meeting *meeting)
{
    const struct figures *figures = &meeting->figures;
    for (unsigned i = 0; i < figures->seats; i++) {
        struct estimate share = figures_share(figures, i), score = figures_score(figures, i);
        char cell[CELL_SIZE];
        print_wide(shown_name(contest, meeting->who[i]), NAME_WIDTH);
        snprintf(cell, sizeof cell, "%.1f %% (%.1f to %.1f)", 100 * share.mean, 100 * share.low,
                 100 * share.high);
        printf("%-26s %8.1f points", cell, score.mean);
        if (i == 0)
            printf("   %u rounds, %u drawn", figures->rounds, figures->drawn);
        if (figures->of[i].forfeits > 0)
            printf("   %u forfeited", figures->of[i].forfeits);
        printf("\n");
    }
    if (contest->is_sequential)
        print_test(contest, figures);
    printf("\n");
    fflush(stdout);
}

static int by_elo(const void *a, const void *b)
{
    const struct total *first = a, *second = b;
    int order = (first->elo.mean < second->elo.mean) - (first->elo.mean > second->elo.mean);
    return order != 0 ? order : (first->index > second->index) - (first->index < second->index);
}

void print_ratings_table(const struct contest *contest)
{
    struct total *totals = find_totals(contest);
    qsort(totals, contest->count, sizeof *totals, by_elo);
    printf("     ");
    print_wide("bot", NAME_WIDTH);
    printf("%-24s %8s %7s %8s %9s\n", "Elo (95 %)", "rounds", "won", "points", "forfeits");
    for (unsigned i = 0; i < contest->count; i++) {
        const struct total *total = &totals[i];
        double rounds = total->rounds > 0 ? total->rounds : 1;
        char cell[CELL_SIZE];
        printf("%3u. ", i + 1);
        print_wide(shown_name(contest, total->index), NAME_WIDTH);
        snprintf(cell, sizeof cell, "%+.0f (%+.0f to %+.0f)", total->elo.mean, total->elo.low,
                 total->elo.high);
        printf("%-24s %8u %5.1f %% %8.1f %9u\n", cell, total->rounds,
               100 * total->share / rounds, total->score / rounds, total->forfeits);
    }
    free(totals);
}

void print_forfeits(const struct contest *contest)
{
    struct total *totals = find_totals(contest);
    for (unsigned i = 0; i < contest->count; i++) {
        const struct tournament_bot *bot = &contest->tournament.bots[i];
        for (unsigned kind = FAULT_NONE + 1; kind < FAULT_COUNT; kind++)
            if (totals[i].faults[kind] > 0)
                complain_of("%s forfeited %u of %u rounds, %s; the first: %s",
                            contest->bots[i].name, totals[i].faults[kind], totals[i].rounds,
                            fault_name((enum fault_kind)kind), bot->first_fault[kind]);
    }
    free(totals);
}
