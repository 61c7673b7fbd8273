/* session.c - see session.h. What is read may come from anywhere. */
#include "midend/session.h"

#include "core/freestanding.h"

static const uint8_t magic[8] = {'r', 'u', 'm', 'm', 's', 'e', 's', 's'};

/* Where things are in the header; docs/sessions.md says the same in words. */
enum {
    AT_VERSION = 8,
    AT_HEADER_SIZE = 10,
    AT_GAME = 12,
    AT_SEAT_COUNT = 28,
    AT_FLAGS = 29,
    AT_RIDDLE_INPUTS = 30,
    AT_SEATS = 32, /* kind and level of each */
    AT_STAND_IN = 40,
    AT_SEED = 48,
    AT_BOT_PAUSE = 56,
    AT_BOT_STEPS = 60,
    AT_OPTIONS = 64
};
enum { FLAG_LOCAL = 1, FLAG_POSSIBLE = 2, FLAG_DRAFTS = 4 };

_Static_assert(AT_OPTIONS + 2 * OPTION_SLOTS <= SESSION_HEADER_SIZE, "the options fit");

/* ---- Numbers, the low byte first ---- */

static uint64_t number_read(const uint8_t *at, unsigned size)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < size; i++)
        number |= (uint64_t)at[i] << 8 * i;
    return number;
}

static void number_write(uint64_t number, unsigned size, uint8_t *out)
{
    for (unsigned i = 0; i < size; i++)
        out[i] = (uint8_t)(number >> 8 * i);
}

/* ---- Kinds ---- */

static const char *const intent_names[INTENT_COUNT] = {
    [INTENT_PICK] = "pick",           [INTENT_LIFT] = "lift",
    [INTENT_UNPICK] = "unpick",       [INTENT_PUT_NEW] = "put-new",
    [INTENT_PUT_MELD] = "put-meld",   [INTENT_PUT_RACK] = "put-rack",
    [INTENT_SPLIT] = "split",         [INTENT_UNDO] = "undo",
    [INTENT_REDO] = "redo",           [INTENT_AGAIN] = "again",
    [INTENT_SORT] = "sort",           [INTENT_HINT] = "hint",
    [INTENT_LAY_HINT] = "lay-hint",   [INTENT_CLOSE_HINT] = "close-hint",
    [INTENT_PLAY] = "play",           [INTENT_DRAW] = "draw",
    [INTENT_PASS] = "pass",           [INTENT_DISCARD] = "discard",
    [INTENT_LOOK] = "look",           [INTENT_LOOK_AWAY] = "look-away",
    [INTENT_PASS_ON] = "pass-on",     [INTENT_START] = "start",
    [INTENT_NEXT] = "next",           [INTENT_NEXT_NOW] = "next-now",
    [INTENT_REMATCH] = "rematch",     [INTENT_BACK] = "back",
    [INTENT_ALLOW] = "allow",         [INTENT_SAY] = "say",
    [INTENT_LEAVE] = "leave"};
static const char *const more_names[SESSION_KINDS_END - SESSION_WAIT] = {
    "wait", "simple-play", "acts", "drafts", "asks-back", "allows",
    "ready", "says", "goes", "comes", "break", "resume", "types"};

const char *session_kind_name(unsigned kind)
{
    if (kind >= SESSION_WAIT && kind < SESSION_KINDS_END)
        return more_names[kind - SESSION_WAIT];
    return kind < INTENT_COUNT ? intent_names[kind] : NULL;
}

unsigned session_kind_find(const char *name, size_t name_size)
{
    for (unsigned kind = 0; kind < SESSION_KINDS_END; kind++) {
        const char *known = session_kind_name(kind);
        if (known != NULL && word_equals(known, name, name_size))
            return kind;
    }
    return SESSION_KINDS_END;
}

struct intent session_intent(const struct session_entry *entry)
{
    struct intent intent = {.kind = entry->kind, .place = entry->place, .piece = entry->piece,
                            .meld = entry->meld};
    if (entry->kind == INTENT_DRAW)
        intent.from = entry->with;
    else if (entry->kind == INTENT_SORT)
        intent.order = entry->with;
    else if (entry->kind == INTENT_SAY)
        intent.phrase = entry->with;
    return intent;
}

struct session_entry session_entry_of(const struct intent *intent)
{
    struct session_entry entry = {.kind = intent->kind, .place = intent->place,
                                  .piece = intent->piece, .meld = intent->meld};
    entry.with = intent->kind == INTENT_DRAW   ? intent->from
                 : intent->kind == INTENT_SORT ? intent->order
                 : intent->kind == INTENT_SAY  ? intent->phrase
                                               : 0;
    return entry;
}

/* ---- What can be ---- */

static bool has_value(const struct option_spec *spec, unsigned value)
{
    unsigned words = 0;
    while (words < 3 && spec->words[words] != NULL)
        words++;
    bool is_word = value >= spec->word_base && value < spec->word_base + words;
    bool is_number = spec->step != 0 && value >= spec->min && value <= spec->max &&
                     (value - spec->min) % spec->step == 0;
    return value == spec->standard || (spec->letters == NULL && (is_word || is_number));
}

static bool has_options(const struct game *game, const struct session *session)
{
    struct options rest = session->options;
    for (unsigned i = 0; i < game->option_count; i++) {
        const struct option_spec *spec = game->options[i];
        if (!has_value(spec, session->options.of[spec->option]))
            return false;
        rest.of[spec->option] = 0;
    }
    for (unsigned i = 0; i < OPTION_SLOTS; i++)
        if (rest.of[i] != 0)
            return false;
    return options_fit(game, &session->options, session->seat_count);
}

const char *session_refusal(const struct session *session)
{
    unsigned here = 0;
    if (session->game >= game_count())
        return "its game is not known here";
    if (session->seat_count < SEATS_MIN || session->seat_count > SEATS_MAX)
        return "it is for another number of seats than tables have";
    for (unsigned i = 0; i < session->seat_count; i++) {
        bool is_bot = session->seat[i] == SESSION_BOT;
        if (session->seat[i] >= SESSION_SEATS)
            return "nobody like that sits at tables";
        if (is_bot && (session->level[i] < 1 || session->level[i] > LEVELS_MAX))
            return "there is no computer player of that level";
        if (!is_bot && session->level[i] != 0)
            return "a person has no level";
        if (session->seat[i] == SESSION_ELSEWHERE && session->is_local)
            return "somebody sits elsewhere at a table of one device";
        here += session->seat[i] == SESSION_HERE;
    }
    for (unsigned i = session->seat_count; i < SEATS_MAX; i++)
        if (session->seat[i] != 0 || session->level[i] != 0)
            return "somebody sits where there is no seat";
    if (here == 0)
        return "nobody sits at the device";
    if (!has_options(game_at(session->game), session))
        return "its game has no such options";
    return NULL;
}

bool session_has_entry(const struct session *session, const struct session_entry *entry)
{
    if (entry->kind < INTENT_COUNT || entry->kind == SESSION_WAIT ||
        entry->kind == SESSION_PLAY || entry->kind == SESSION_TYPES)
        return true;
    if (entry->kind < SESSION_WAIT || entry->kind >= SESSION_KINDS_END)
        return false;
    if (entry->kind == SESSION_BREAK || entry->kind == SESSION_RESUME)
        return !session->is_local;
    return entry->seat < session->seat_count &&
           session->seat[entry->seat] == SESSION_ELSEWHERE;
}

/* ---- Bytes ---- */

static void header_read(const uint8_t *bytes, struct session *out)
{
    const char *id = (const char *)&bytes[AT_GAME];
    size_t id_size = 0;
    unsigned flags = bytes[AT_FLAGS];
    memset(out, 0, sizeof *out);
    while (id_size < SESSION_GAME_SIZE && id[id_size] != '\0')
        id_size++;
    out->game = (uint8_t)game_find(id, id_size);
    out->seat_count = bytes[AT_SEAT_COUNT];
    out->is_local = (flags & FLAG_LOCAL) != 0;
    out->tells_possible = (flags & FLAG_POSSIBLE) != 0;
    out->drafts_open = (flags & FLAG_DRAFTS) != 0;
    out->riddle_inputs = bytes[AT_RIDDLE_INPUTS];
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        out->seat[i] = bytes[AT_SEATS + 2 * i];
        out->level[i] = bytes[AT_SEATS + 2 * i + 1];
    }
    out->stand_in_s = (uint16_t)number_read(&bytes[AT_STAND_IN], 2);
    out->seed = number_read(&bytes[AT_SEED], 8);
    out->bot_pause_ms = (uint32_t)number_read(&bytes[AT_BOT_PAUSE], 4);
    out->bot_steps = (uint32_t)number_read(&bytes[AT_BOT_STEPS], 4);
    for (unsigned i = 0; i < OPTION_SLOTS; i++)
        out->options.of[i] = (uint16_t)number_read(&bytes[AT_OPTIONS + 2 * i], 2);
}

const char *session_read(const uint8_t *bytes, size_t size, struct session *out,
                         uint32_t *entry_count)
{
    uint8_t written[SESSION_HEADER_SIZE];
    if (size < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
        return "it is no session";
    if (size < SESSION_HEADER_SIZE)
        return "it breaks off in its header";
    if (number_read(&bytes[AT_VERSION], 2) != SESSION_VERSION ||
        number_read(&bytes[AT_HEADER_SIZE], 2) != SESSION_HEADER_SIZE)
        return "it is of another version";
    header_read(bytes, out);
    const char *refusal = session_refusal(out);
    if (refusal != NULL)
        return refusal;
    session_write(out, written);
    if (memcmp(written, bytes, sizeof written) != 0)
        return "something stands in its header that means nothing";
    if ((size - SESSION_HEADER_SIZE) % SESSION_ENTRY_SIZE != 0)
        return "it breaks off in its last entry";
    size_t count = (size - SESSION_HEADER_SIZE) / SESSION_ENTRY_SIZE;
    if (count > SESSION_ENTRIES_MAX)
        return "it is too long";
    for (size_t i = 0; i < count; i++) {
        struct session_entry entry =
            session_entry_read(&bytes[SESSION_HEADER_SIZE + i * SESSION_ENTRY_SIZE]);
        if (!session_has_entry(out, &entry))
            return "an entry of it is nothing that can happen there";
    }
    *entry_count = (uint32_t)count;
    return NULL;
}

struct session_entry session_entry_read(const uint8_t bytes[SESSION_ENTRY_SIZE])
{
    return (struct session_entry){.kind = bytes[0], .place = bytes[1], .with = bytes[2],
                                  .seat = bytes[3],
                                  .piece = (uint16_t)number_read(&bytes[4], 2),
                                  .meld = (uint16_t)number_read(&bytes[6], 2),
                                  .after_ms = (uint32_t)number_read(&bytes[8], 4)};
}

void session_write(const struct session *session, uint8_t out[SESSION_HEADER_SIZE])
{
    const char *id = game_at(session->game)->id;
    size_t id_size = word_size_of(id);
    ASSERT(id_size < SESSION_GAME_SIZE);
    memset(out, 0, SESSION_HEADER_SIZE);
    memcpy(out, magic, sizeof magic);
    number_write(SESSION_VERSION, 2, &out[AT_VERSION]);
    number_write(SESSION_HEADER_SIZE, 2, &out[AT_HEADER_SIZE]);
    memcpy(&out[AT_GAME], id, id_size);
    out[AT_SEAT_COUNT] = session->seat_count;
    out[AT_FLAGS] = (uint8_t)((session->is_local ? FLAG_LOCAL : 0) |
                              (session->tells_possible ? FLAG_POSSIBLE : 0) |
                              (session->drafts_open ? FLAG_DRAFTS : 0));
    out[AT_RIDDLE_INPUTS] = session->riddle_inputs;
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        out[AT_SEATS + 2 * i] = session->seat[i];
        out[AT_SEATS + 2 * i + 1] = session->level[i];
    }
    number_write(session->stand_in_s, 2, &out[AT_STAND_IN]);
    number_write(session->seed, 8, &out[AT_SEED]);
    number_write(session->bot_pause_ms, 4, &out[AT_BOT_PAUSE]);
    number_write(session->bot_steps, 4, &out[AT_BOT_STEPS]);
    for (unsigned i = 0; i < OPTION_SLOTS; i++)
        number_write(session->options.of[i], 2, &out[AT_OPTIONS + 2 * i]);
}

/* They stand where the other kinds have their fields. */
enum { AT_LETTERS = 1 };

unsigned session_letters(const struct session_entry *entry, char out[SESSION_LETTERS])
{
    uint8_t bytes[SESSION_ENTRY_SIZE];
    unsigned count = 0;
    session_entry_write(entry, bytes);
    memcpy(out, &bytes[AT_LETTERS], SESSION_LETTERS);
    while (count < SESSION_LETTERS && out[count] != '\0')
        count++;
    return count;
}

struct session_entry session_entry_of_letters(const char *letters, unsigned count)
{
    uint8_t bytes[SESSION_ENTRY_SIZE] = {SESSION_TYPES};
    ASSERT(count <= SESSION_LETTERS);
    memcpy(&bytes[AT_LETTERS], letters, count);
    return session_entry_read(bytes);
}

void session_entry_write(const struct session_entry *entry, uint8_t out[SESSION_ENTRY_SIZE])
{
    out[0] = entry->kind;
    out[1] = entry->place;
    out[2] = entry->with;
    out[3] = entry->seat;
    number_write(entry->piece, 2, &out[4]);
    number_write(entry->meld, 2, &out[6]);
    number_write(entry->after_ms, 4, &out[8]);
}
