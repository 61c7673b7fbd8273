/* name.c - names of people. What kind of character something is, and how it is composed, is
 * libunistring's to know; what a name may hold is decided here. */
#include "wire/name.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>

enum {
    TEXT_SIZE_MAX = 8 * NAME_SIZE, /* what is longer is no name, however it is composed */
    MARKS_MAX = 6,                 /* in a row; some scripts write a syllable with five */
    STACKED_MAX = 2,               /* of these, on top of each other above or below */
    CLASS_STACKED = 200,           /* combining classes from here on stand above and below */
    NON_JOINER = 0x200c,
    JOINER = 0x200d,
    EMOJI_STYLE = 0xfe0f,
    KEYCAP = 0x20e3
};

/* A name while it is looked at: its characters, none behind its end. */
struct reading {
    ucs4_t at[TEXT_SIZE_MAX + 2];
    unsigned count;
};

/* Visible by their category, but they are not. */
static bool is_blank(ucs4_t what)
{
    return what == 0x2800 || what == 0x1d159 || what == 0xfffc || what == 0xfffd;
}

static bool is_mark(ucs4_t what)
{
    return uc_is_general_category(what, UC_CATEGORY_M);
}

/* Pictures, those that come with later versions of Unicode among them. */
static bool is_picture(ucs4_t what)
{
    return uc_is_general_category(what, UC_CATEGORY_So) || (what >= 0x1f000 && what <= 0x1faff);
}

static bool is_keycap_base(ucs4_t what)
{
    return (what >= '0' && what <= '9') || what == '#' || what == '*';
}

/* The last character before `place` that is no mark: what marks stand on. */
static ucs4_t base_before(const struct reading *name, unsigned place)
{
    while (place > 0 && is_mark(name->at[place - 1]))
        place--;
    return place > 0 ? name->at[place - 1] : 0;
}

static bool joins_onwards(ucs4_t what)
{
    int type = uc_joining_type(what);
    return type == UC_JOINING_TYPE_D || type == UC_JOINING_TYPE_L;
}

static bool joins_backwards(ucs4_t what)
{
    int type = uc_joining_type(what);
    return type == UC_JOINING_TYPE_D || type == UC_JOINING_TYPE_R;
}

/* RFC 5892, A.1 and A.2: behind a virama, or where letters would join; and between pictures. */
static bool joiner_fits(const struct reading *name, unsigned place)
{
    ucs4_t before = place > 0 ? name->at[place - 1] : 0, after = name->at[place + 1];
    if (before == 0 || after == 0)
        return false;
    if (uc_combining_class(before) == UC_CCC_VR)
        return !is_mark(after);
    if (name->at[place] == NON_JOINER)
        return joins_onwards(base_before(name, place)) && joins_backwards(after);
    return is_picture(after) && is_picture(base_before(name, place));
}

static bool style_fits(const struct reading *name, unsigned place)
{
    ucs4_t before = place > 0 ? name->at[place - 1] : 0;
    return is_picture(before) || uc_is_general_category(before, UC_CATEGORY_Sm) ||
           (is_keycap_base(before) && name->at[place + 1] == KEYCAP);
}

/* Marks stand on something that can be seen, and not too many of them. */
static bool mark_fits(const struct reading *name, unsigned place)
{
    unsigned marks = 1, stacked = 0;
    ucs4_t base = base_before(name, place);
    for (unsigned i = place + 1; i-- > 0 && is_mark(name->at[i]); marks++)
        stacked += uc_combining_class(name->at[i]) >= CLASS_STACKED;
    if (uc_is_general_category(name->at[place], UC_CATEGORY_Me))
        return name->at[place] == KEYCAP && is_keycap_base(base);
    return base != 0 && base != ' ' && base != JOINER && base != NON_JOINER &&
           marks - 1 <= MARKS_MAX && stacked <= STACKED_MAX;
}

static bool fits(const struct reading *name, unsigned place)
{
    static const uint32_t refused = UC_CATEGORY_MASK_Cc | UC_CATEGORY_MASK_Cf |
                                    UC_CATEGORY_MASK_Cs | UC_CATEGORY_MASK_Co |
                                    UC_CATEGORY_MASK_Zl | UC_CATEGORY_MASK_Zp;
    ucs4_t what = name->at[place];
    if (what == JOINER || what == NON_JOINER)
        return joiner_fits(name, place);
    if (what == EMOJI_STYLE)
        return style_fits(name, place);
    if (uc_is_general_category_withtable(what, refused) || is_blank(what) ||
        uc_is_property(what, UC_PROPERTY_DEFAULT_IGNORABLE_CODE_POINT) ||
        uc_is_property(what, UC_PROPERTY_NOT_A_CHARACTER))
        return false;
    return !is_mark(what) || mark_fits(name, place);
}

/* Composes the text and folds its spaces. */
static bool read_name(const char *text, struct reading *out)
{
    uint8_t room[TEXT_SIZE_MAX];
    size_t size = strlen(text), composed_size = sizeof room;
    memset(out, 0, sizeof *out);
    if (size > TEXT_SIZE_MAX || u8_check((const uint8_t *)text, size) != NULL)
        return false;
    uint8_t *composed =
        u8_normalize(UNINORM_NFC, (const uint8_t *)text, size, room, &composed_size);
    if (composed == NULL)
        return false;
    for (size_t at = 0, step; at < composed_size && out->count < TEXT_SIZE_MAX; at += step) {
        ucs4_t what = 0;
        step = (size_t)u8_mbtouc(&what, &composed[at], composed_size - at);
        bool is_space = uc_is_general_category(what, UC_CATEGORY_Zs);
        if (is_space && (out->count == 0 || out->at[out->count - 1] == ' '))
            continue;
        out->at[out->count++] = is_space ? ' ' : what;
    }
    if (out->count > 0 && out->at[out->count - 1] == ' ')
        out->at[--out->count] = 0;
    if (composed != room)
        free(composed);
    return true;
}

bool name_tidy(const char *text, char out[NAME_SIZE])
{
    struct reading name;
    size_t used = 0;
    if (!read_name(text, &name) || name.count == 0 || name.count > NAME_CHARACTERS_MAX)
        return false;
    for (unsigned i = 0; i < name.count; i++)
        if (!fits(&name, i))
            return false;
    for (unsigned i = 0; i < name.count; i++) {
        int size = u8_uctomb((uint8_t *)&out[used], name.at[i], (ptrdiff_t)(NAME_SIZE - 1 - used));
        used += size > 0 ? (size_t)size : 0;
    }
    out[used] = '\0';
    return true;
}
