/* checksum.c - FNV-1a with 64 bits, over numbers as bytes and texts with their sizes. */
#include "store/checksum.h"

static uint64_t add_number(uint64_t sum, uint64_t number)
{
    for (unsigned i = 0; i < 8; i++)
        sum = (sum ^ (number >> 8 * i & 0xff)) * 1099511628211U;
    return sum;
}

static uint64_t add_text(uint64_t sum, struct text text)
{
    sum = add_number(sum, text.size);
    for (size_t i = 0; i < text.size; i++)
        sum = (sum ^ (uint8_t)text.at[i]) * 1099511628211U;
    return sum;
}

int64_t checksum_of(const struct store_write *write)
{
    uint64_t sum = add_number(14695981039346656037U, write->kind);
    sum = add_number(sum, write->kind == STORE_SET_NOTE ? 0 : write->table);
    switch (write->kind) {
    case STORE_ADD_TABLE:
        sum = add_text(add_number(sum, (uint64_t)write->at_s), write->name);
        break;
    case STORE_ADD_ENTRY:
        sum = add_number(add_number(sum, (uint64_t)write->at_s), write->seq);
        sum = add_text(add_text(add_number(sum, write->who), write->request), write->line);
        break;
    case STORE_PUT_AWAY:
    case STORE_BRING_BACK:
        sum = add_text(add_number(sum, (uint64_t)write->at_s), write->line);
        break;
    case STORE_SET_LIVE:
    case STORE_SET_NOTE:
        sum = add_text(sum, write->line);
        break;
    case STORE_SET_CARD:
        sum = add_number(add_number(sum, (uint64_t)write->card.due_s),
                         (uint64_t)write->card.slept_s);
        sum = add_number(add_number(sum, (uint64_t)write->card.touched_s), write->card.turn);
        break;
    case STORE_DELETE_TABLE:
    case STORE_HOLD:
    case STORE_RELEASE:
        break;
    }
    return (int64_t)sum;
}
