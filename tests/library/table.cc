// table.cc - a program of somebody else, in C++: two people and a computer player at a table, from
// sitting down to leaving, each told no more than that one may know. Built against an installed
// copy of the library, which it shares.
#include <rummery_device.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

static void check(bool condition, const char *what)
{
    if (condition)
        return;
    std::printf("FAILED %s\n", what);
    std::exit(1);
}

static rummery_error error;

struct freeing {
    void operator()(rummery_table *table) const { rummery_table_free(table); }
    void operator()(rummery_view *view) const { rummery_view_free(view); }
    void operator()(rummery_bot *bot) const { rummery_bot_free(bot); }
};
using table_owner = std::unique_ptr<rummery_table, freeing>;

// The next message, however long it is; empty if there is none.
static std::string hear(rummery_table *table, int person)
{
    int size = rummery_table_hear(table, person, nullptr, 0);
    check(size >= 0, "somebody who is there can listen");
    std::string text(static_cast<size_t>(size) + 1, '\0');
    check(rummery_table_hear(table, person, &text[0], text.size()) == size, "a message");
    text.resize(static_cast<size_t>(size));
    return text;
}

static std::string hear_all(rummery_table *table, int person)
{
    std::string all;
    for (std::string text = hear(table, person); !text.empty(); text = hear(table, person))
        all += text + "\n";
    return all;
}

static bool has(const std::string &text, const char *words)
{
    return text.find(words) != std::string::npos;
}

static table_owner sit_down(uint64_t now)
{
    table_owner table(rummery_table_new("princess players=3 rounds=2", "Anna", now, &error));
    check(table != nullptr, "a table");
    rummery_table_seed(table.get(), 11);
    check(rummery_table_join(table.get(), "Ben", now, &error) == 1, "Ben is person 1");
    check(rummery_table_wish(table.get(), 1, RUMMERY_START, now, &error) == RUMMERY_REFUSED &&
              std::strcmp(error.reason, "not_host") == 0,
          "only the host begins");
    check(rummery_table_seat(table.get(), 0, 2, RUMMERY_SEAT_BOT, 3, now, &error) == RUMMERY_OK,
          "a computer player on the last seat");
    check(rummery_table_come(table.get(), RUMMERY_NOBODY, now, &error) == RUMMERY_OK, "watchers");
    check(rummery_table_wish(table.get(), 0, RUMMERY_START, now, &error) == RUMMERY_OK, "start");
    check(rummery_table_phase(table.get()) == RUMMERY_TABLE_PLAYING, "the cards are dealt");
    return table;
}

// What a person would do, by what that person sees. The seat on turn, or RUMMERY_NOBODY.
static int act(rummery_table *table, rummery_view *view, rummery_bot *bot, uint64_t now)
{
    char action[RUMMERY_TEXT_MAX];
    check(rummery_table_look(table, RUMMERY_NOBODY, view, &error) == RUMMERY_OK, "watching");
    int seat = rummery_view_seat(view);
    int person = seat < 0 ? RUMMERY_NOBODY : rummery_table_person_at(table, seat);
    if (person < 0)
        return seat;
    check(rummery_table_act(table, 1 - person, "draw", now, &error) == RUMMERY_RULE &&
              error.rule[0] == 'R',
          "who is not on turn is told the rule");
    check(rummery_table_look(table, person, view, &error) == RUMMERY_OK, "a look");
    check(rummery_bot_decide(bot, view, action, sizeof action, &error) > 0, "a decision");
    check(rummery_table_act(table, person, action, now, &error) == RUMMERY_OK, "an action");
    return seat;
}

static void play(rummery_table *table, uint64_t now)
{
    std::unique_ptr<rummery_view, freeing> view(rummery_view_new());
    std::unique_ptr<rummery_bot, freeing> bot(rummery_bot_new(5, 4));
    check(view && bot, "memory");
    int turns[3] = {0, 0, 0};
    while (rummery_table_phase(table) != RUMMERY_TABLE_OVER) {
        if (rummery_table_phase(table) == RUMMERY_TABLE_SCORED) {
            check(rummery_table_wish(table, 0, RUMMERY_NEXT, now, &error) == RUMMERY_OK, "next");
            check(rummery_table_wish(table, 1, RUMMERY_NEXT, now, &error) == RUMMERY_OK, "next");
        }
        int seat = act(table, view.get(), bot.get(), now);
        if (seat >= 0)
            turns[seat]++;
        while (rummery_table_due_ms(table, now) >= 0 &&
               static_cast<uint64_t>(rummery_table_due_ms(table, now)) <= now)
            check(rummery_table_tick(table, now, &error) == RUMMERY_OK, "a tick");
        now += 10;
    }
    check(turns[0] > 0 && turns[1] > 0, "both had turns");
}

int main()
{
    uint64_t now = 1000;
    table_owner table = sit_down(now);
    std::string anna = hear_all(table.get(), 0), ben = hear_all(table.get(), 1);
    check(has(anna, "\"you\":[0]") && has(ben, "\"you\":[1]"), "both are told the table");
    play(table.get(), now);
    ben = hear_all(table.get(), 1);
    check(has(ben, "\"over\":{") && has(ben, "\"phase\":\"over\""), "Ben has heard the end");
    int size = rummery_table_record(table.get(), nullptr, 0);
    std::string record(static_cast<size_t>(size) + 1, '\0');
    rummery_table_record(table.get(), &record[0], record.size());
    rummery_match *match = rummery_match_read(record.c_str(), &error);
    check(match != nullptr && rummery_match_need(match) == RUMMERY_NEED_NOTHING &&
              rummery_match_rounds(match) == 2,
          "its record is that of a whole match");
    rummery_match_free(match);
    check(rummery_table_wish(table.get(), 1, RUMMERY_LEAVE, now, &error) == RUMMERY_OK, "leave");
    check(rummery_table_hear(table.get(), 1, nullptr, 0) == RUMMERY_NOT_NOW, "Ben is gone");
    std::printf("a match of two rounds, %d lines\n",
                static_cast<int>(std::count_if(record.begin(), record.end(),
                                               [](char c) { return c == '\n'; })));
    return 0;
}
