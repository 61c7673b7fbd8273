/* schedule.c - who meets whom, and in which order they sit. */
#include "arena/schedule.h"

unsigned schedule_count(unsigned contestants, unsigned seats)
{
    uint64_t count = 1;
    for (unsigned i = 0; i < seats; i++)
        count = count * (contestants - i) / (i + 1);
    return count > MEETINGS_MAX ? 0 : (unsigned)count;
}

void schedule_make(unsigned contestants, unsigned seats, struct meeting *out)
{
    uint8_t who[SEATS_MAX] = {0, 1, 2, 3};
    for (unsigned count = schedule_count(contestants, seats); count > 0; count--, out++) {
        unsigned last = seats - 1;
        *out = (struct meeting){.figures.seats = seats};
        for (unsigned i = 0; i < seats; i++)
            out->who[i] = who[i];
        /* the last that can move on does, and those behind it follow */
        while (last > 0 && who[last] == contestants - seats + last)
            last--;
        who[last]++;
        for (unsigned i = last + 1; i < seats; i++)
            who[i] = (uint8_t)(who[i - 1] + 1);
    }
}

unsigned schedule_orders(unsigned seats)
{
    unsigned count = 1;
    for (unsigned i = 2; i < seats; i++)
        count *= i;
    return count;
}

void schedule_order(unsigned seats, unsigned number, uint8_t out[SEATS_MAX])
{
    for (unsigned i = 0; i < SEATS_MAX; i++)
        out[i] = (uint8_t)i;
    for (unsigned i = seats - 1; i > 1; i--) {
        unsigned other = 1 + number % i;
        uint8_t kept = out[i];
        number /= i;
        out[i] = out[other];
        out[other] = kept;
    }
}
