/* layout.c - where everything lies. The rack is always whole; the table gets the rows that are
 * left and is scrolled where they do not suffice. Cards are drawn as large as the window allows.
 *
 * Every piece that can be reached is a spot, in reading order: the cursor walks along them, the
 * mouse finds them, and drawing goes through the same list. */
#include <stdlib.h>
#include <string.h>

#include "tui/screen/desk.h"

enum {
    HEAD_ROWS = 4, /* title, players, piles, a rule */
    RULE_ROWS = 1,
    KEY_ROWS = 2,
    TALK_ROWS = 4,
    TALK_ROWS_LOW = 3,
    LOW_BELOW = 24, /* rows of a window that counts as low */
    SIDE_FROM = 132, /* columns of a window that has room for a log */
    SIDE_MOST = 56,
    TALK_ROWS_TALL = 6,
    TALL_FROM = 32, /* rows of a window that count as tall */
    RACK_ROWS_FEW = 3,
    MARGIN = 1,
    OWNER_COLUMNS = 16,
    OWNER_COLUMNS_FEW = 11,
    NARROW_BELOW = 80,
    VERDICT_COLUMNS = 2 /* before each meld */
};

/* ---- Rows ---- */

static int line_rows(struct face_shape shape)
{
    return shape.rows == 1 ? 1 : shape.rows + 1;
}

/* Rows for so many lines of cards; between tall ones there is a gap. */
static int rows_of_lines(struct face_shape shape, int lines)
{
    return lines == 0 ? 1 : lines * line_rows(shape) - (line_rows(shape) - shape.rows);
}

static int cards_a_line(struct face_shape shape, int columns)
{
    return (columns - 2 * MARGIN + 1) / (shape.columns + 1);
}

static void plan_rack(struct desk *desk, int count, int free_rows)
{
    struct plan *plan = &desk->plan;
    const struct game *game = desk->midend->game;
    int most = free_rows / 3 > RACK_ROWS_FEW ? free_rows / 3 : RACK_ROWS_FEW;
    for (plan->rack_size = face_sizes(game) - 1; plan->rack_size >= 0; plan->rack_size--) {
        struct face_shape shape = face_shape(desk->words, game, plan->rack_size);
        plan->per_line = cards_a_line(shape, plan->columns);
        int lines = (count + plan->per_line - 1) / plan->per_line;
        plan->rack_rows = rows_of_lines(shape, lines);
        if (plan->rack_rows <= most)
            return;
    }
    plan->rack_size = 0;
}

/* ---- Spots ---- */

struct spot *layout_add(struct desk *desk, enum spot_kind kind, int row, int column, int rows,
                        int columns)
{
    /* the last place is written over when there are too many, which only clicks would miss */
    unsigned index = desk->spot_count < SPOTS_MAX ? desk->spot_count++ : SPOTS_MAX - 1;
    struct spot *spot = &desk->spots[index];
    *spot = (struct spot){.kind = (uint8_t)kind, .row = row, .column = column, .rows = rows,
                          .columns = columns, .way_row = row};
    return spot;
}

/* Where the next meld goes; rows are those of the table. */
struct flow {
    int row, column;
    int left, right;
    struct face_shape shape;
};

static void flow_line(struct flow *flow)
{
    flow->row += line_rows(flow->shape);
    flow->column = flow->left;
}

static void flow_meld(struct desk *desk, struct flow *flow,
                      const struct arrangement *arrangement, unsigned meld)
{
    unsigned count;
    const uint8_t *pieces = arrange_meld(arrangement, meld, &count);
    int width = VERDICT_COLUMNS + (int)count * (flow->shape.columns + 1);
    if (flow->column > flow->left && flow->column + width > flow->right)
        flow_line(flow);
    flow->column += VERDICT_COLUMNS;
    for (unsigned i = 0; i < count; i++) {
        if (flow->column + flow->shape.columns > flow->right) {
            flow_line(flow);
            flow->column += VERDICT_COLUMNS;
        }
        struct spot *spot = layout_add(desk, SPOT_MELD, flow->row, flow->column,
                                       flow->shape.rows, flow->shape.columns);
        spot->piece = pieces[i];
        spot->meld = (uint8_t)meld;
        spot->place = (uint8_t)i;
        flow->column += flow->shape.columns + 1;
    }
    flow->column += 1;
}

static void flow_new(struct desk *desk, struct flow *flow)
{
    int width = pen_width(word(desk->words, "tui.table.new")) + 4;
    if (!desk_may_lay(desk) || desk->replay != NULL)
        return;
    if (flow->column > flow->left && flow->column + width > flow->right)
        flow_line(flow);
    layout_add(desk, SPOT_NEW, flow->row, flow->column, 1, width);
    flow->column += width;
}

/* The melds in the order in which they lie on the screen. */
static void order_melds(struct desk *desk, const struct arrangement *arrangement,
                        uint8_t out[CARDS_CAP])
{
    const struct layout *now = arrange_now(arrangement);
    struct meld_order *order = &desk->meld_orders[arrangement == desk->replayed];
    bool is_placed[CARDS_CAP] = {false};
    unsigned count = 0;
    for (unsigned i = 0; i < order->count; i++)
        for (unsigned meld = 0; meld < now->meld_count; meld++)
            if (now->id[meld] == order->id[i] && !is_placed[meld]) {
                is_placed[meld] = true;
                out[count++] = (uint8_t)meld;
            }
    for (unsigned meld = 0; meld < now->meld_count; meld++)
        if (!is_placed[meld])
            out[count++] = (uint8_t)meld;
    order->count = count;
    for (unsigned i = 0; i < count; i++)
        order->id[i] = now->id[out[i]];
}

/* The melds of one owner begin on a line of their own. */
static void flow_owner(struct desk *desk, struct flow *flow,
                       const struct arrangement *arrangement, const uint8_t *order,
                       unsigned seat)
{
    const struct layout *now = arrange_now(arrangement);
    unsigned before = desk->spot_count;
    int row = flow->row;
    for (unsigned i = 0; i < now->meld_count; i++)
        if (now->owner[order[i]] == seat)
            flow_meld(desk, flow, arrangement, order[i]);
    if (seat == desk->midend->seat)
        flow_new(desk, flow);
    desk->plan.owner_row[seat] = desk->spot_count > before ? row : -1;
    if (desk->spot_count > before)
        flow_line(flow);
}

/* Lists the spots of the table in cards of a size, and returns how many rows it takes. */
static int flow_table(struct desk *desk, const struct arrangement *arrangement, int size)
{
    const struct game *game = desk->midend->game;
    const struct layout *now = arrange_now(arrangement);
    struct plan *plan = &desk->plan;
    uint8_t order[CARDS_CAP];
    order_melds(desk, arrangement, order);
    int owner_columns = plan->columns < NARROW_BELOW ? OWNER_COLUMNS_FEW : OWNER_COLUMNS;
    plan->left = MARGIN + (game->melds_are_owned ? owner_columns : 0);
    struct flow flow = {0, plan->left, plan->left, plan->columns - MARGIN,
                        face_shape(desk->words, game, size)};
    desk->spot_count = 0;
    if (game->melds_are_owned) {
        for (unsigned i = 0; i < desk->midend->seats; i++)
            flow_owner(desk, &flow, arrangement, order, i);
    } else {
        for (unsigned i = 0; i < now->meld_count; i++)
            flow_meld(desk, &flow, arrangement, order[i]);
        flow_new(desk, &flow);
        if (flow.column > flow.left)
            flow_line(&flow);
    }
    return flow.row == 0 ? 1 : flow.row - (line_rows(flow.shape) - flow.shape.rows);
}

static void list_rack(struct desk *desk, const struct arrangement *arrangement)
{
    const struct layout *now = arrange_now(arrangement);
    const struct plan *plan = &desk->plan;
    struct face_shape shape = face_shape(desk->words, desk->midend->game, plan->rack_size);
    for (int i = 0; i < now->rack_count; i++) {
        int row = plan->rack_row + i / plan->per_line * line_rows(shape);
        int column = MARGIN + i % plan->per_line * (shape.columns + 1);
        struct spot *spot =
            layout_add(desk, SPOT_RACK, row, column, shape.rows, shape.columns);
        spot->piece = now->rack[i];
        spot->place = (uint8_t)i;
        spot->way_row = plan->content_rows + 1 + row - plan->rack_row;
    }
}

/* Keeps the cursor in sight after it was moved, and the table within its window. */
static void scroll_table(struct desk *desk, const struct spot *cursor)
{
    struct plan *plan = &desk->plan;
    if (desk->is_following && cursor != NULL && cursor->kind != SPOT_RACK) {
        if (cursor->way_row < desk->scroll)
            desk->scroll = cursor->way_row;
        if (cursor->way_row + cursor->rows > desk->scroll + plan->table_rows)
            desk->scroll = cursor->way_row + cursor->rows - plan->table_rows;
    }
    desk->is_following = false;
    int most = plan->content_rows - plan->table_rows;
    desk->scroll = desk->scroll > most ? most : desk->scroll;
    desk->scroll = desk->scroll < 0 ? 0 : desk->scroll;
    for (unsigned i = 0; i < desk->spot_count; i++) {
        struct spot *spot = &desk->spots[i];
        if (spot->kind == SPOT_RACK)
            continue;
        int row = spot->way_row - desk->scroll;
        spot->row = plan->table_row + row;
        spot->is_hidden = row < 0 || row + spot->rows > plan->table_rows;
    }
}

/* Shares the rows out between table, rack and talk. */
static void share_rows(struct desk *desk, const struct arrangement *arrangement, int talk_rows)
{
    struct plan *plan = &desk->plan;
    plan->talk_rows = talk_rows;
    int free_rows = plan->rows - HEAD_ROWS - RULE_ROWS - plan->talk_rows - KEY_ROWS;
    plan_rack(desk, arrange_now(arrangement)->rack_count, free_rows);
    plan->table_row = HEAD_ROWS;
    plan->table_rows = free_rows - plan->rack_rows;
    plan->table_size = face_sizes(desk->midend->game) - 1;
    plan->content_rows = flow_table(desk, arrangement, plan->table_size);
    while (plan->table_size > 0 && plan->content_rows > plan->table_rows)
        plan->content_rows = flow_table(desk, arrangement, --plan->table_size);
}

void layout_make(struct desk *desk, const struct arrangement *arrangement)
{
    struct plan *plan = &desk->plan;
    *plan = (struct plan){.rows = pen_rows(), .columns = pen_columns()};
    if (plan->columns >= SIDE_FROM && desk->replay == NULL)
        plan->side = plan->columns / 3 < SIDE_MOST ? plan->columns / 3 : SIDE_MOST;
    plan->columns -= plan->side;
    share_rows(desk, arrangement, plan->rows >= TALL_FROM ? TALK_ROWS_TALL : TALK_ROWS);
    /* where there are few rows, the table needs them more */
    if (plan->rows < LOW_BELOW && plan->content_rows > plan->table_rows)
        share_rows(desk, arrangement, TALK_ROWS_LOW);
    plan->rack_row = plan->table_row + plan->table_rows + RULE_ROWS;
    plan->talk_row = plan->rack_row + plan->rack_rows;
    plan->key_row = plan->rows - KEY_ROWS;
    list_rack(desk, arrangement);
    scroll_table(desk, layout_cursor(desk));
}

/* ---- The cursor ---- */

static const uint8_t areas[] = {
    [SPOT_RACK] = CURSOR_RACK, [SPOT_MELD] = CURSOR_MELD, [SPOT_NEW] = CURSOR_NEW};

static bool is_place(const struct spot *spot)
{
    return spot->kind <= SPOT_NEW;
}

void layout_point(struct desk *desk, const struct spot *spot)
{
    desk->cursor = (struct cursor){areas[spot->kind], spot->piece, spot->place,
                                   desk->midend->arrangement.piece[spot->piece].id};
    desk->is_following = true;
}

const struct spot *layout_cursor(struct desk *desk)
{
    const struct spot *next_best = NULL, *any = NULL;
    const struct cursor *cursor = &desk->cursor;
    for (unsigned i = 0; i < desk->spot_count; i++) {
        const struct spot *spot = &desk->spots[i];
        if (!is_place(spot))
            continue;
        if (areas[spot->kind] == cursor->area &&
            (spot->piece == cursor->piece || spot->kind == SPOT_NEW))
            return spot;
        if (areas[spot->kind] == cursor->area && cursor->area == CURSOR_RACK &&
            spot->place <= cursor->place)
            next_best = spot;
        if (cursor->area == CURSOR_MELD && spot->kind == SPOT_NEW)
            next_best = spot;
        any = spot;
    }
    next_best = next_best != NULL ? next_best : any;
    if (next_best != NULL)
        layout_point(desk, next_best);
    return next_best;
}

static int centre(const struct spot *spot)
{
    return 2 * spot->column + spot->columns;
}

/* The spot on the nearest line above or below that lies closest to this column. */
static const struct spot *nearest_line(const struct desk *desk, const struct spot *from, int down)
{
    const struct spot *best = NULL;
    for (unsigned i = 0; i < desk->spot_count; i++) {
        const struct spot *spot = &desk->spots[i];
        int far = (spot->way_row - from->way_row) * down;
        if (!is_place(spot) || far <= 0)
            continue;
        int best_far = best == NULL ? 0 : (best->way_row - from->way_row) * down;
        if (best == NULL || far < best_far ||
            (far == best_far &&
             abs(centre(spot) - centre(from)) < abs(centre(best) - centre(from))))
            best = spot;
    }
    return best;
}

void layout_move(struct desk *desk, int down, int right)
{
    const struct spot *from = layout_cursor(desk);
    const struct spot *to = NULL;
    if (from == NULL)
        return;
    if (down != 0) {
        to = nearest_line(desk, from, down);
    } else {
        long index = from - desk->spots + right;
        if (index >= 0 && index < (long)desk->spot_count && is_place(&desk->spots[index]))
            to = &desk->spots[index];
    }
    if (to != NULL)
        layout_point(desk, to);
}

void layout_edge(struct desk *desk, bool is_last)
{
    const struct spot *from = layout_cursor(desk), *to = from;
    for (unsigned i = 0; from != NULL && i < desk->spot_count; i++) {
        const struct spot *spot = &desk->spots[i];
        if (is_place(spot) && spot->way_row == from->way_row &&
            (is_last ? spot->column > to->column : spot->column < to->column))
            to = spot;
    }
    if (to != NULL)
        layout_point(desk, to);
}

void layout_jump(struct desk *desk)
{
    bool is_to_rack = desk->cursor.area != CURSOR_RACK;
    const struct spot *to = NULL;
    for (unsigned i = 0; i < desk->spot_count; i++) {
        const struct spot *spot = &desk->spots[i];
        if (is_to_rack && spot->kind == SPOT_RACK && to == NULL)
            to = spot;
        /* of the table the place for a new meld first, else its last meld */
        if (!is_to_rack && (spot->kind == SPOT_NEW || spot->kind == SPOT_MELD) &&
            (to == NULL || to->kind != SPOT_NEW))
            to = spot;
    }
    if (to != NULL)
        layout_point(desk, to);
}

const struct spot *layout_at(const struct desk *desk, int row, int column)
{
    for (unsigned i = desk->spot_count; i-- > 0;) {
        const struct spot *spot = &desk->spots[i];
        /* the gap behind a card belongs to it, so that no click falls between two */
        int more = spot->kind <= SPOT_MELD;
        if (!spot->is_hidden && row >= spot->row && row < spot->row + spot->rows &&
            column >= spot->column && column < spot->column + spot->columns + more)
            return spot;
    }
    return NULL;
}

void layout_scroll(struct desk *desk, int rows)
{
    desk->scroll += rows;
}
