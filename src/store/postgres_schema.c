/* postgres_schema.c - the tables of a PostgreSQL store, how older ones become them, and all
 * that is said to the server. Everything is in the schema `rummery`. Texts are bytes (bytea):
 * whatever a visitor's name holds, no encoding of a database can refuse it. */
#include "store/postgres_store.h"

/* A step that was ever released is never changed. */
const struct postgres_step postgres_steps[POSTGRES_SCHEMA_VERSION] = {
    {1,
     "CREATE TABLE rummery.version("
     " id int8 PRIMARY KEY CHECK (id = 1),"
     " version int8 NOT NULL,"
     " oldest int8 NOT NULL);"
     "INSERT INTO rummery.version VALUES (1, 0, 0);"
     "CREATE TABLE rummery.holder("
     " id int8 PRIMARY KEY CHECK (id = 1),"
     " owner int8 NOT NULL,"
     " epoch int8 NOT NULL,"
     " version int8 NOT NULL);"
     "CREATE TABLE rummery.secret("
     " id int8 PRIMARY KEY CHECK (id = 1),"
     " bytes bytea NOT NULL);"
     "CREATE TABLE rummery.note("
     " id int8 PRIMARY KEY CHECK (id = 1),"
     " line bytea NOT NULL,"
     " sum int8 NOT NULL);"
     "CREATE TABLE rummery.tables("
     " id int8 PRIMARY KEY,"
     " at_s int8 NOT NULL,"
     " name bytea NOT NULL UNIQUE,"
     " sum int8 NOT NULL);"
     "CREATE TABLE rummery.entries("
     " table_id int8 NOT NULL REFERENCES rummery.tables ON DELETE CASCADE,"
     " seq int8 NOT NULL,"
     " at_s int8 NOT NULL,"
     " sum int8 NOT NULL,"
     " who int2 NOT NULL,"
     " request bytea NOT NULL,"
     " line bytea NOT NULL,"
     " PRIMARY KEY (table_id, seq));"
     "CREATE TABLE rummery.live("
     " table_id int8 PRIMARY KEY REFERENCES rummery.tables ON DELETE CASCADE,"
     " line bytea NOT NULL,"
     " sum int8 NOT NULL);"
     "CREATE TABLE rummery.moves("
     " table_id int8 PRIMARY KEY REFERENCES rummery.tables ON DELETE CASCADE,"
     " at_s int8 NOT NULL,"
     " is_away int8 NOT NULL,"
     " line bytea NOT NULL,"
     " sum int8 NOT NULL);"
     "CREATE TABLE rummery.cards("
     " table_id int8 PRIMARY KEY REFERENCES rummery.tables ON DELETE CASCADE,"
     " due_s int8 NOT NULL,"
     " slept_s int8 NOT NULL,"
     " touched_s int8 NOT NULL,"
     " turn int8 NOT NULL,"
     " sum int8 NOT NULL);"
     "CREATE INDEX cards_awake ON rummery.cards(table_id) WHERE due_s = 0;"
     "CREATE INDEX cards_due ON rummery.cards(due_s, table_id)"
     " WHERE due_s > 0 AND due_s < 9223372036854775807;"
     "CREATE INDEX cards_slept ON rummery.cards(turn, slept_s) WHERE slept_s > 0;"
     "CREATE INDEX cards_touched ON rummery.cards(turn, touched_s) WHERE slept_s > 0;"
     "CREATE INDEX moves_away ON rummery.moves(at_s) WHERE is_away <> 0;"},
};

#define NUMBER_MAX "9223372036854775807" /* it would have no successor */
#define CARD_COLUMNS "table_id, due_s, slept_s, touched_s, turn, sum"
#define ENTRY_COLUMNS "table_id, seq, at_s, who, request, line, sum"
#define FROM_TO "BETWEEN $1 AND $2"
/* the name comes from the table's own row */
#define LOOK(at_s, cards, line) "SELECT table_id, " at_s ", coalesce((SELECT name FROM" \
    " rummery.tables WHERE id = table_id), ''), " line " FROM rummery." cards
#define LOOK_TYPES "nnnn" /* after, until_s, turn and most */

const struct postgres_text postgres_statements[PG_STATEMENT_COUNT] = {
    [PG_BEGIN] = {"", "BEGIN"},
    [PG_BEGIN_READING] = {"", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"},
    [PG_COMMIT] = {"", "COMMIT"},
    [PG_ROLLBACK] = {"", "ROLLBACK"},
    [PG_HOLD] = {"nn", "INSERT INTO rummery.holder AS held (id, owner, epoch, version)"
                       " VALUES (1, $1, 1, $2) ON CONFLICT (id) DO UPDATE SET owner = $1,"
                       " epoch = held.epoch + 1, version = $2 RETURNING epoch"},
    [PG_HOLD_AGAIN] = {"n", "UPDATE rummery.holder SET epoch = epoch + 1 WHERE owner = $1"
                            " RETURNING epoch"},
    /* Where nobody is found the division fails, and everything behind it with it. The row is
     * locked, not written: a version of it for each commit would slow down all of them. */
    [PG_FENCE] = {"nn", "SELECT 1 / count(*) FROM (SELECT FROM rummery.holder"
                        " WHERE owner = $1 AND epoch = $2 FOR SHARE) AS held"},
    [PG_HOLDS_LAST] = {"nnn", "SELECT count(*) FROM rummery.entries"
                              " WHERE table_id = $1 AND seq = $2 AND sum = $3"},
    [PG_ADD_SECRET] = {"t", "INSERT INTO rummery.secret(id, bytes) VALUES (1, $1)"
                            " ON CONFLICT (id) DO NOTHING"},
    [PG_SET_SECRET] = {"t", "UPDATE rummery.secret SET bytes = $1"},
    [PG_READ_SECRET] = {"", "SELECT bytes FROM rummery.secret"},
    [PG_ADD_TABLE] = {"nntn", "INSERT INTO rummery.tables(id, at_s, name, sum)"
                              " VALUES ($1, $2, $3, $4)"},
    [PG_ADD_ENTRY] = {"nnnnttn", "INSERT INTO rummery.entries(" ENTRY_COLUMNS ")"
                                 " VALUES ($1, $2, $3, $4, $5, $6, $7)"},
    [PG_SET_LIVE] = {"ntn", "INSERT INTO rummery.live(table_id, line, sum) VALUES ($1, $2, $3)"
                            " ON CONFLICT (table_id) DO UPDATE SET line = excluded.line,"
                            " sum = excluded.sum"},
    [PG_DELETE_TABLE] = {"n", "DELETE FROM rummery.tables WHERE id = $1"},
    [PG_MOVE_TABLE] = {"nnntn", "INSERT INTO rummery.moves(table_id, at_s, is_away, line, sum)"
                                " VALUES ($1, $2, $3, $4, $5) ON CONFLICT (table_id) DO UPDATE"
                                " SET at_s = excluded.at_s, is_away = excluded.is_away,"
                                " line = excluded.line, sum = excluded.sum"},
    [PG_SET_NOTE] = {"tn", "INSERT INTO rummery.note(id, line, sum) VALUES (1, $1, $2)"
                           " ON CONFLICT (id) DO UPDATE SET line = excluded.line,"
                           " sum = excluded.sum"},
    [PG_SET_CARD] = {"nnnnnn", "INSERT INTO rummery.cards(" CARD_COLUMNS ")"
                               " VALUES ($1, $2, $3, $4, $5, $6)"
                               " ON CONFLICT (table_id) DO UPDATE SET due_s = excluded.due_s,"
                               " slept_s = excluded.slept_s, touched_s = excluded.touched_s,"
                               " turn = excluded.turn, sum = excluded.sum"},
    [PG_HOLDS_TABLE] = {"nntn", "SELECT count(*) FROM rummery.tables"
                                " WHERE id = $1 AND at_s = $2 AND name = $3 AND sum = $4"},
    [PG_HOLDS_ENTRY] = {"nnnnttn", "SELECT count(*) FROM rummery.entries WHERE table_id = $1"
                                   " AND seq = $2 AND at_s = $3 AND who = $4 AND request = $5"
                                   " AND line = $6 AND sum = $7"},
    [PG_HOLDS_LIVE] = {"ntn", "SELECT count(*) FROM rummery.live"
                              " WHERE table_id = $1 AND line = $2 AND sum = $3"},
    [PG_HOLDS_NONE] = {"n", "SELECT (count(*) = 0)::int::int8 FROM rummery.tables"
                            " WHERE id = $1"},
    [PG_HOLDS_MOVE] = {"nnntn", "SELECT count(*) FROM rummery.moves WHERE table_id = $1 AND"
                                " at_s = $2 AND is_away = $3 AND line = $4 AND sum = $5"},
    [PG_HOLDS_NOTE] = {"tn", "SELECT count(*) FROM rummery.note WHERE line = $1 AND sum = $2"},
    [PG_HOLDS_CARD] = {"nnnnnn", "SELECT count(*) FROM rummery.cards WHERE table_id = $1 AND"
                                 " due_s = $2 AND slept_s = $3 AND touched_s = $4 AND"
                                 " turn = $5 AND sum = $6"},
    [PG_SURVEY] = {"", "SELECT coalesce((SELECT max(id) FROM rummery.tables"
                       " WHERE id < " NUMBER_MAX "), 0),"
                       " (SELECT count(*) FROM rummery.tables),"
                       " (SELECT count(*) FROM rummery.moves WHERE is_away <> 0)"},
    [PG_FIND_TABLE] = {"t", "SELECT id FROM rummery.tables WHERE name = $1"},
    [PG_NEXT_TABLE] = {"n", "SELECT coalesce(min(id), 0) FROM ("
                            "SELECT min(id) AS id FROM rummery.tables WHERE id > $1 UNION ALL"
                            " SELECT min(table_id) FROM rummery.entries WHERE table_id > $1)"
                            " AS both_of_them"},
    [PG_END_OF_SOME] = {"nn", "SELECT coalesce(max(id), " NUMBER_MAX ") FROM (SELECT id FROM"
                              " rummery.tables WHERE id >= $1 ORDER BY id LIMIT $2) AS few"},
    [PG_READ_TABLES] = {"nn", "SELECT id, at_s, name, sum FROM rummery.tables"
                              " WHERE id " FROM_TO " ORDER BY id"},
    [PG_READ_MOVES] = {"nn", "SELECT table_id, at_s, is_away, line, sum FROM rummery.moves"
                             " WHERE table_id " FROM_TO " ORDER BY table_id"},
    [PG_READ_ENTRIES] = {"nn", "SELECT table_id, seq, at_s, who::int8, request, line, sum"
                               " FROM rummery.entries WHERE table_id " FROM_TO
                               " ORDER BY table_id, seq"},
    [PG_READ_CARDS] = {"nn", "SELECT " CARD_COLUMNS " FROM rummery.cards"
                             " WHERE table_id " FROM_TO " ORDER BY table_id"},
    [PG_READ_LIVE] = {"nn", "SELECT table_id, line, sum FROM rummery.live"
                            " WHERE table_id " FROM_TO " ORDER BY table_id"},
    [PG_READ_NOTE] = {"", "SELECT line, sum FROM rummery.note"},
    [PG_LOOK + STORE_BY_AWAKE] = {LOOK_TYPES, LOOK("table_id", "cards", "''::bytea")
        " WHERE due_s = 0 AND table_id > $1 ORDER BY table_id LIMIT $4"},
    [PG_LOOK + STORE_BY_DUE] = {LOOK_TYPES, LOOK("due_s", "cards", "''::bytea")
        " WHERE due_s > 0 AND due_s < " NUMBER_MAX " ORDER BY due_s, table_id LIMIT $4"},
    [PG_LOOK + STORE_BY_SLEPT] = {LOOK_TYPES, LOOK("slept_s", "cards", "''::bytea")
        " WHERE turn = $3 AND slept_s > 0 AND slept_s <= $2 ORDER BY slept_s LIMIT $4"},
    [PG_LOOK + STORE_BY_TOUCHED] = {LOOK_TYPES, LOOK("touched_s", "cards", "''::bytea")
        " WHERE turn = $3 AND slept_s > 0 AND touched_s <= $2 ORDER BY touched_s LIMIT $4"},
    [PG_LOOK + STORE_BY_AWAY] = {LOOK_TYPES, LOOK("at_s", "moves", "line")
        " WHERE is_away <> 0 AND at_s <= $2 ORDER BY at_s LIMIT $4"},
};
