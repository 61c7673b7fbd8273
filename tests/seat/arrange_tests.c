/* arrange_tests.c - arranging, as the terminal and the page do it: how melds order themselves, what
 * stays, steps, racks, points. usage: arrange_tests [ROUNDS] of random arranging. */
#include <stdlib.h>
#include <string.h>

#include "scene.h"
#include "sentences/sentences.h"

static enum reason reason_of(unsigned meld)
{
    struct error error = {0};
    return arrange_judge_meld(&arrangement, meld, &error) ? REASON_NONE
                                                          : (enum reason)error.reason;
}

/* ---- Arranging ---- */

static const char exclusiv_rack[] = "r7 r5 r6 b12 b13 * g9 y9 b9 r1 r2 y1 * g4";

static void test_order_in_melds(void)
{
    test_begin("cards of a run order themselves, whatever order they come in");
    begin("exclusiv", 2, exclusiv_rack);
    look_anew(0);
    CHECK(put_new("r7 r5 r6") == PUT_DONE);
    CHECK(table_is("[r5 r6 r7]"));
    test_begin("a joker goes where a number is missing, or before 12-13");
    CHECK(put_new("b13 * b12") == PUT_DONE);
    CHECK(table_is("[r5 r6 r7] [* b12 b13]"));
    CHECK(put("r2 *", 0) == PUT_DONE);
    CHECK(table_is("[r2 r5 r6 r7 *] [* b12 b13]"));
    CHECK(reason_of(0) == REASON_RUN_NUMBERS);
    CHECK(reason_of(1) == REASON_NONE);
    test_begin("what is mixed stays as it was put");
    CHECK(put_new("g9 y1") == PUT_DONE);
    CHECK(reason_of(2) != REASON_NONE);
    test_begin("a run of princess goes round (R-08)");
    begin("princess", 2, "y1 y7 y2 g4 g5 g6 r1 r2 b1 b2");
    apply("draw");
    look_anew(0);
    CHECK(put_new("y1 y2 y7") == PUT_DONE);
    CHECK(table_is("0[y7 y1 y2]"));
    test_begin("rows and sets of photo stand in the order of the pack");
    begin("photo", 2, "GBf GBc GBs Nl Il Fl * Dp");
    apply("draw 1");
    look_anew(0);
    CHECK(put_new("GBs GBf GBc") == PUT_DONE);
    CHECK(table_is("[GBc GBs GBf]"));
    CHECK(reason_of(0) == REASON_NONE);
}

static void test_steps(void)
{
    test_begin("undo, redo and starting again walk through the steps of the turn");
    begin("exclusiv", 2, exclusiv_rack);
    look_anew(0);
    CHECK(!arrange_undo(&arrangement) && !arrange_redo(&arrangement));
    CHECK(!arrange_again(&arrangement));
    put_new("r5 r6 r7");
    put_new("g9 y9 b9");
    CHECK(arrange_laid_count(&arrangement) == 6);
    CHECK(arrange_undo(&arrangement) && table_is("[r5 r6 r7]"));
    CHECK(arrange_redo(&arrangement) && table_is("[r5 r6 r7] [y9 g9 b9]"));
    CHECK(arrange_again(&arrangement) && table_is("-"));
    CHECK(arrange_undo(&arrangement) && table_is("[r5 r6 r7] [y9 g9 b9]"));
    arrange_undo(&arrangement);
    put_new("r1 r2");
    CHECK(!arrange_redo(&arrangement));
    test_begin("nothing is undone across a card that was revealed");
    arrange_again(&arrangement);
    apply("draw");
    look(0);
    CHECK(!arrange_undo(&arrangement) && !arrange_is_changed(&arrangement));
    test_begin("the oldest steps are forgotten, never the beginning of the turn");
    begin("exclusiv", 2, exclusiv_rack);
    look_anew(0);
    for (unsigned i = 0; i < 3 * ARRANGE_STEPS_MAX; i++) {
        CHECK(put_new("r5 r6 r7") == PUT_DONE);
        pick("r5 r6 r7");
        CHECK(arrange_put_rack(&arrangement, PLACE_ANY) == PUT_DONE);
    }
    put_new("y9");
    unsigned count = 0;
    while (arrange_undo(&arrangement))
        count++;
    CHECK(count == ARRANGE_STEPS_MAX - 1 && table_is("-"));
}

static void test_what_stays(void)
{
    test_begin("tiles of the table do not go to the rack (X-26)");
    begin("exclusiv", 2, "r10 r11 r12 r13 b10 g10 y1 y2 y3 b1 b2 b4 g1 g2");
    apply("play [r10 r11 r12 r13]");
    apply("draw");
    look_anew(0);
    pick("r13");
    CHECK(arrange_put_rack(&arrangement, PLACE_ANY) == PUT_STAYS && table_is("[r10 r11 r12 r13]"));
    test_begin("they move on the table, and joined by own ones make new melds (X-27)");
    CHECK(put_new("r10 b10 g10") == PUT_DONE);
    CHECK(table_is("[r11 r12 r13] [g10 b10 r10]"));
    struct error error;
    CHECK(arrange_judge(&arrangement, &error));
    test_begin("a meld comes apart where it is split (X-28)");
    arrange_again(&arrangement);
    CHECK(arrange_split(&arrangement, 0, 2) == PUT_DONE && table_is("[r10 r11] [r12 r13]"));
    CHECK(arrange_split(&arrangement, 0, 0) == PUT_NOTHING);
    CHECK(arrange_split(&arrangement, 9, 1) == PUT_NOTHING);
    test_begin("nothing moves where nothing is picked");
    arrange_unpick(&arrangement);
    CHECK(arrange_put_new(&arrangement) == PUT_NOTHING);
    test_begin("what was laid in princess never moves (RA-14)");
    begin("princess", 2, "g4 g5 g6 g7 y1 y2 r1 r2 b1 b2 r7");
    apply("draw");
    apply("play 0[g4 g5 g6]");
    look_anew(0);
    pick("g6");
    CHECK(arrange_put_new(&arrangement) == PUT_STAYS);
    CHECK(arrange_split(&arrangement, 0, 1) == PUT_STAYS);
    test_begin("a joker of photo may come to the rack once it is freed (P-27)");
    begin("photo", 2, "GBc GBs * GBf Nl Il Fl Dp");
    apply("draw 1");
    apply("play [GBc GBs *]");
    apply("draw 1");
    apply("pass");
    apply("draw 1");
    look_anew(0);
    CHECK(put("GBf", 0) == PUT_DONE);
    pick("*");
    CHECK(arrange_put_rack(&arrangement, PLACE_ANY) == PUT_DONE);
    CHECK(table_is("[GBc GBs GBf]"));
    CHECK(arrange_judge(&arrangement, &error));
    pick("GBc");
    CHECK(arrange_put_rack(&arrangement, PLACE_ANY) == PUT_STAYS);
}

static void test_first_meld(void)
{
    int have = 0, need = 0;
    test_begin("correct melds of own tiles count together towards 40 (X-13)");
    begin("exclusiv", 2, exclusiv_rack);
    look_anew(0);
    CHECK(arrange_first_meld(&arrangement, &have, &need) && have == 0 && need == 40);
    put_new("r5 r6 r7");
    put_new("r1 r2");
    CHECK(arrange_first_meld(&arrangement, &have, &need) && have == 18);
    put_new("g9 y9 b9");
    CHECK(arrange_first_meld(&arrangement, &have, &need) && have == 45);
    test_begin("tiles laid among others count as far as they would without them (XA-13)");
    begin("exclusiv", 2, "y10 g10 b10 g3 g4 g5 y1 y3 y5 b1 b3 b5 g1 y7 r10 r11 r12 r13");
    apply("draw");
    apply("play [r10 r11 r12 r13]");
    look_anew(0);
    put_new("y10 g10 b10 r10");
    CHECK(arrange_first_meld(&arrangement, &have, &need) && have == 30);
    put_new("g3 g4 g5");
    CHECK(arrange_first_meld(&arrangement, &have, &need) && have == 40);
    struct error error;
    CHECK(arrange_judge(&arrangement, &error));
    test_begin("in princess the best single meld counts (R-13)");
    begin("princess", 2, "g4 g5 g6 y1 y2 y3 r1 r2 b1 b2");
    apply("draw");
    look_anew(0);
    put_new("y1 y2 y3");
    put_new("g4 g5 g6");
    CHECK(arrange_first_meld(&arrangement, &have, &need) && have == 15 && need == 13);
    test_begin("photo counts no points");
    begin("photo", 2, "GBf GBc GBs Nl Il Fl * Dp");
    apply("draw 1");
    look_anew(0);
    CHECK(!arrange_first_meld(&arrangement, &have, &need));
    test_begin("what would free a joker of the table is known (XA-19)");
    begin("exclusiv", 2, "r11 r12 * b10 g10 y1 y2 y3 b1 b2 b4 g1 g2 g4");
    apply("play [r11 r12 *]");
    apply("draw");
    look_anew(0);
    struct cards cards;
    char text[TEXT_MAX];
    for (unsigned i = 0; i < arrangement.piece_count; i++) {
        if (arrangement.piece[i].what != CARD_JOKER || arrangement.piece[i].is_own)
            continue;
        arrange_freeing(&arrangement, i, &cards);
        cards_print(game_now(), &cards, text);
        CHECK_ABOUT(strcmp(text, "r13") == 0, text);
    }
}

static void test_racks(void)
{
    test_begin("a rack stands by runs, by sets, or as a hand has put it");
    begin("exclusiv", 2, "r7 b7 r5 r6 * y1 y2 y3 b1 b2 b4 g1 g2 g4");
    look_anew(0);
    CHECK(rack_is("y1 y2 y3 g1 g2 g4 b1 b2 b4 b7 r5 r6 r7 *"));
    arrange_sort(&arrangement, ORDER_SETS);
    CHECK(rack_is("y1 g1 b1 y2 g2 b2 y3 g4 b4 r5 r6 b7 r7 *"));
    arrange_sort(&arrangement, ORDER_HAND);
    pick("*");
    CHECK(arrange_put_rack(&arrangement, 0) == PUT_DONE);
    CHECK(rack_is("* y1 g1 b1 y2 g2 b2 y3 g4 b4 r5 r6 b7 r7"));
    CHECK(!arrange_undo(&arrangement));
    test_begin("the order by hand outlives the turn, and new cards stand last and are marked");
    apply("draw");
    look(0);
    CHECK(rack_is("* y1 g1 b1 y2 g2 b2 y3 g4 b4 r5 r6 b7 r7 y9"));
    CHECK(arrangement.piece[arrange_now(&arrangement)->rack[14]].is_new);
    unsigned marked = 0;
    for (unsigned i = 0; i < arrangement.piece_count; i++)
        marked += arrangement.piece[i].is_new;
    CHECK(marked == 1);
    apply("draw");
    look(0);
    apply("draw");
    look(0);
    marked = 0;
    for (unsigned i = 0; i < arrangement.piece_count; i++)
        marked += arrangement.piece[i].is_new;
    CHECK(marked == 1);
    test_begin("another order brings the hand-made one back unharmed");
    put_new("r5 r6");
    pick("r5 r6");
    arrange_put_rack(&arrangement, PLACE_ANY);
    CHECK(arrange_now(&arrangement)->rack_count == 16);
    CHECK(arrangement.piece[arrange_now(&arrangement)->rack[0]].what == CARD_JOKER);
}

static void test_lay_out(void)
{
    struct table table;
    struct error error;
    static const char text[] = "[r5 r6 r7] [y9 g9 b9]";
    test_begin("a table is laid out of the pieces there are, as one step");
    begin("exclusiv", 2, exclusiv_rack);
    look_anew(0);
    CHECK(table_read(game_now(), text, sizeof text - 1, &table, &error));
    CHECK(arrange_lay_out(&arrangement, &table) && table_is(text));
    CHECK(arrange_laid_count(&arrangement) == 6 && arrange_judge(&arrangement, &error));
    CHECK(arrange_lay_out(&arrangement, &table));
    CHECK(arrange_undo(&arrangement) && table_is("-"));
    test_begin("cards that are not there cannot be laid out");
    static const char other[] = "[r5 r6 r7] [b3 b4 b5]";
    CHECK(table_read(game_now(), other, sizeof other - 1, &table, &error));
    CHECK(!arrange_lay_out(&arrangement, &table) && table_is("-"));
    test_begin("the same view again changes nothing");
    put_new("r5 r6 r7");
    look(0);
    CHECK(table_is("[r5 r6 r7]"));
}

/* ---- Identities ---- */

static uint16_t id_of(const char *text)
{
    struct cards cards;
    struct error error;
    CHECK(cards_read(game_now(), false, text, strlen(text), &cards, &error));
    for (unsigned i = 0; i < arrangement.piece_count; i++)
        if (arrangement.piece[i].what == cards.at[0])
            return arrangement.piece[i].id;
    return 0;
}

static void show(const char *text)
{
    struct table table;
    struct error error;
    CHECK(table_read(game_now(), text, strlen(text), &table, &error));
    arrange_show(&arrangement, &table);
}

static void test_identities(void)
{
    test_begin("pieces and melds keep their identity from turn to turn");
    begin("exclusiv", 2, "r10 r11 r12 r13 y9 g10 y1 y2 y3 b1 b2 b4 g1 g2 y10 y11 y12 y13 r9");
    look_anew(0);
    uint16_t run = id_of("r12"), kept = id_of("y9");
    put_new("r10 r11 r12 r13");
    uint16_t meld = arrange_now(&arrangement)->id[0];
    apply("play [r10 r11 r12 r13]");
    look(0);
    CHECK(id_of("r12") == run && id_of("y9") == kept && run != kept);
    CHECK(arrange_now(&arrangement)->id[0] == meld);
    test_begin("somebody else's unfinished table is shown out of the same pieces");
    show("[y10 y11 y12 y13] [r9 r10 r11 r12 r13]");
    CHECK(table_is("[y10 y11 y12 y13] [r9 r10 r11 r12 r13]"));
    CHECK(id_of("r12") == run && arrange_now(&arrangement)->id[1] == meld);
    uint16_t laid = id_of("y12");
    CHECK(laid != 0 && arrange_laid_count(&arrangement) == 0 && id_of("y9") == kept);
    look(0);
    CHECK(table_is("[r10 r11 r12 r13]"));
    show("[y10 y11 y12 y13] [r9 r10 r11 r12 r13]");
    laid = id_of("y12");
    apply("play [y10 y11 y12 y13] [r10 r11 r12 r13]");
    look(0);
    CHECK(id_of("y12") == laid && arrange_now(&arrangement)->id[1] == meld);
    test_begin("melds are themselves in whatever order they are told");
    look_anew(0);
    meld = arrange_now(&arrangement)->id[0];
    CHECK(put("y9", 0) == PUT_DONE && table_is("[y9 y10 y11 y12 y13] [r10 r11 r12 r13]"));
    apply("play [r10 r11 r12 r13] [y9 y10 y11 y12 y13]");
    look(0);
    CHECK(table_is("[r10 r11 r12 r13] [y9 y10 y11 y12 y13]"));
    CHECK(arrange_now(&arrangement)->id[1] == meld && !arrange_is_changed(&arrangement));
    test_begin("no piece of one seat's rack is known again on another's");
    uint16_t last = arrangement.last_id;
    unsigned known = 0;
    look(1);
    for (unsigned i = 0; i < arrangement.piece_count; i++)
        known += arrangement.piece[i].is_own && arrangement.piece[i].id <= last;
    CHECK(known == 0);
}

/* The identities of a table's pieces in their order, so that two tables can be compared. */
static unsigned table_ids(uint16_t ids[CARDS_CAP])
{
    const struct layout *layout = arrange_now(&arrangement);
    unsigned count = layout->meld_count == 0 ? 0 : layout->end[layout->meld_count - 1];
    for (unsigned i = 0; i < count; i++)
        ids[i] = arrangement.piece[layout->at[i]].id;
    return count;
}

static unsigned rack_ids(uint16_t ids[CARDS_CAP])
{
    const struct layout *layout = arrange_now(&arrangement);
    for (unsigned i = 0; i < layout->rack_count; i++)
        ids[i] = arrangement.piece[layout->rack[i]].id;
    return layout->rack_count;
}

static bool has_id(const uint16_t *ids, unsigned count, uint16_t id)
{
    for (unsigned i = 0; i < count; i++)
        if (ids[i] == id)
            return true;
    return false;
}

static void test_twins(void)
{
    uint16_t before[CARDS_CAP], now[CARDS_CAP];
    unsigned count;
    test_begin("what somebody else lays is no piece of the own rack, though it is alike");
    begin("exclusiv", 2, "* y5 r6 y1 y3 y7 b1 b3 b5 b7 g1 g3 g5 g7 * r10 r11 r12 r13 y5");
    apply("draw");
    look_anew(0);
    count = rack_ids(before);
    show("[r11 r12 *]");
    CHECK(rack_ids(now) == count && memcmp(now, before, count * sizeof *now) == 0);
    apply("play [r10 r11 r12 *]");
    look(0);
    CHECK(rack_ids(now) == count && memcmp(now, before, count * sizeof *now) == 0);
    CHECK(table_ids(now) == 4 && !has_id(before, count, now[3]));
    test_begin("a card that is drawn is a new piece, and its twin stays itself");
    begin("exclusiv", 2, "r9 y5 r6 y1 y3 y7 b1 b3 b5 b7 g1 g3 g5 g7 "
                         "r1 r2 r3 r4 r7 r8 r10 r11 r12 r13 y2 y4 y6 y8 y5");
    look_anew(0);
    count = rack_ids(before);
    apply("draw");
    look(0);
    CHECK(rack_ids(now) == count + 1);
    CHECK(rack_is("y1 y3 y5 y5 y7 g1 g3 g5 g7 b1 b3 b5 b7 r6 r9"));
    CHECK(now[2] == before[2] && !has_id(before, count, now[3]) && now[4] == before[3]);
}

static void test_fewest_move(void)
{
    uint16_t before[CARDS_CAP], now[CARDS_CAP];
    begin("exclusiv", 2, "r5 r6 r7 r8 r9 r10 y9 g9 y1 y2 y3 b1 b2 b4 "
                         "r5 r6 r7 b5 g5 y10 y11 y12 y13 g1 g2 g3 b7 b8");
    test_begin("of two that are alike the one stays that can stay in its meld");
    apply("play [r5 r6 r7 r8 r9 r10]");
    apply("draw");
    look_anew(0);
    show("[r5 r6 r7] [r5 r6 r7 r8 r9 r10]");
    table_ids(before);
    show("[r5 g5 b5] [r6 r7] [r5 r6 r7 r8 r9 r10]");
    CHECK(table_ids(now) == 11);
    CHECK(memcmp(&now[5], &before[3], 6 * sizeof *now) == 0);
    CHECK(now[0] == before[0] && now[3] == before[1] && now[4] == before[2]);
    test_begin("equal cards of the rack stay where they stand, whichever of them goes and comes");
    begin("exclusiv", 2, "r5 r5 r6 r7 r9 r11 y9 g9 y1 y3 y5 b1 b3 b5");
    look_anew(0);
    CHECK(rack_is("y1 y3 y5 y9 g9 b1 b3 b5 r5 r5 r6 r7 r9 r11"));
    rack_ids(before);
    arrange_unpick(&arrangement);
    arrange_pick(&arrangement, arrange_now(&arrangement)->rack[8], true);
    CHECK(arrange_put_new(&arrangement) == PUT_DONE);
    CHECK(arrange_undo(&arrangement));
    rack_ids(now);
    CHECK(now[8] == before[9] && now[9] == before[8]);
    test_begin("what is dealt anew was nowhere before");
    uint16_t last = arrangement.last_id;
    arrangement.view.seen.phase = PHASE_OVER;
    apply("draw");
    look(0);
    for (unsigned i = 0, count = rack_ids(now); i < count; i++)
        CHECK(now[i] > last);
}

/* ---- Random arranging: nothing is lost, whatever is done ---- */

static bool is_whole(void)
{
    const struct layout *layout = arrange_now(&arrangement);
    unsigned seen[CARDS_CAP] = {0};
    unsigned count = layout->meld_count == 0 ? 0 : layout->end[layout->meld_count - 1];
    for (unsigned i = 0; i < count; i++)
        seen[layout->at[i]]++;
    for (unsigned i = 0; i < layout->rack_count; i++)
        seen[layout->rack[i]]++;
    for (unsigned i = 0; i < arrangement.piece_count; i++)
        if (seen[i] != 1)
            return false;
    for (unsigned i = 0; i < layout->meld_count; i++)
        if (layout->end[i] <= (i == 0 ? 0 : layout->end[i - 1]))
            return false;
    return count + layout->rack_count == arrangement.piece_count;
}

static void do_anything(struct random *random)
{
    unsigned melds = arrange_now(&arrangement)->meld_count;
    for (unsigned i = random_below(random, 4); i > 0; i--)
        arrange_pick(&arrangement, random_below(random, arrangement.piece_count), true);
    unsigned place = random_below(random, 2) == 0 ? (unsigned)PLACE_ANY : random_below(random, 6);
    switch (random_below(random, 8)) {
    case 0:
        arrange_put_new(&arrangement);
        break;
    case 1:
        arrange_put_rack(&arrangement, place);
        break;
    case 2:
        arrange_split(&arrangement, random_below(random, melds + 1), place);
        break;
    case 3:
        arrange_undo(&arrangement);
        break;
    case 4:
        arrange_redo(&arrangement);
        break;
    case 5:
        arrange_sort(&arrangement, random_below(random, ORDER_COUNT));
        break;
    default:
        arrange_put_meld(&arrangement, random_below(random, melds + 1), place);
        break;
    }
}

/* What the arrangement says of a play is what the match says. */
static void compare_verdicts(void)
{
    struct state state = match.state;
    struct action action;
    struct error error, other;
    arrange_action(&arrangement, &action);
    bool is_right = arrange_judge(&arrangement, &error);
    CHECK(is_right == state_apply(&state, state.seat, &action, &other));
    CHECK(is_right || error.reason == other.reason);
}

static void play_anything(unsigned game, uint64_t seed)
{
    struct random random;
    struct options options;
    struct error error;
    options_default(game_at(game), &options);
    random_seed(&random, seed);
    match_init(&match, game, 2 + (unsigned)(seed % 3), &options);
    arrange_init(&arrangement);
    for (unsigned i = 0; i < 60 && match.need != NEED_NOTHING; i++) {
        struct action action = {0};
        if (match.need != NEED_ACTION) {
            random_chance(&random, &match, &action);
        } else {
            look(match.state.seat);
            for (unsigned k = 0; k < 12; k++) {
                do_anything(&random);
                CHECK(is_whole());
            }
            compare_verdicts();
            while (arrange_undo(&arrangement))
                continue;
            CHECK(!arrange_is_changed(&arrangement));
            game_now()->sample(&match.state, &random, &action);
            if (action.kind == ACTION_PLAY)
                CHECK(arrange_lay_out(&arrangement, &action.table) &&
                      arrange_judge(&arrangement, &error) && is_whole());
        }
        CHECK(match_apply(&match, &action, &error));
    }
}

static void test_anything(unsigned rounds)
{
    test_begin("whatever is done to an arrangement, each piece lies in one place");
    for (unsigned i = 0; i < rounds; i++) {
        test_seed(i);
        play_anything(i % game_count(), i);
    }
}

int main(int argc, char **argv)
{
    unsigned rounds = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 60;
    test_order_in_melds();
    test_steps();
    test_what_stays();
    test_first_meld();
    test_racks();
    test_lay_out();
    test_identities();
    test_twins();
    test_fewest_move();
    test_anything(rounds);
    return test_finish();
}
