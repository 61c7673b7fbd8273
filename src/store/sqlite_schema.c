/* sqlite_schema.c - the tables of an SQLite store, how older ones become them, and all that is
 * said to SQLite while a server runs. */
#include "store/sqlite_store.h"

/* Step i takes a file of version i to version i + 1. A step that was ever released is never
 * changed. */
const char *const sqlite_migrations[SQLITE_SCHEMA_VERSION] = {
    "CREATE TABLE tables("
    " id INTEGER PRIMARY KEY,"
    " at_s INTEGER NOT NULL,"
    " name TEXT NOT NULL UNIQUE) STRICT;"
    "CREATE TABLE entries("
    " table_id INTEGER NOT NULL REFERENCES tables(id) ON DELETE CASCADE,"
    " seq INTEGER NOT NULL,"
    " at_s INTEGER NOT NULL,"
    " who INTEGER NOT NULL,"
    " request TEXT NOT NULL,"
    " line TEXT NOT NULL,"
    " PRIMARY KEY (table_id, seq)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE secret("
    " id INTEGER PRIMARY KEY CHECK (id = 1),"
    " bytes BLOB NOT NULL) STRICT;",

    "CREATE TABLE live("
    " table_id INTEGER PRIMARY KEY REFERENCES tables(id) ON DELETE CASCADE,"
    " line TEXT NOT NULL) STRICT;",

    /* Checksums; and tables that were put away, or brought back. */
    "ALTER TABLE tables ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE entries ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE live ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;"
    "UPDATE tables SET sum = sum_of_table(id, at_s, name);"
    "UPDATE entries SET sum = sum_of_entry(table_id, at_s, seq, who, request, line);"
    "UPDATE live SET sum = sum_of_live(table_id, line);"
    "CREATE TABLE moves("
    " table_id INTEGER PRIMARY KEY REFERENCES tables(id) ON DELETE CASCADE,"
    " at_s INTEGER NOT NULL,"
    " is_away INTEGER NOT NULL,"
    " line TEXT NOT NULL,"
    " sum INTEGER NOT NULL) STRICT;"
    "CREATE TABLE note("
    " id INTEGER PRIMARY KEY CHECK (id = 1),"
    " line TEXT NOT NULL,"
    " sum INTEGER NOT NULL) STRICT;",

    /* Cards, by which tables are found that are not in memory; at first all were there. And how
     * many tables there are. */
    "CREATE TABLE cards("
    " table_id INTEGER PRIMARY KEY REFERENCES tables(id) ON DELETE CASCADE,"
    " due_s INTEGER NOT NULL,"
    " slept_s INTEGER NOT NULL,"
    " touched_s INTEGER NOT NULL,"
    " turn INTEGER NOT NULL,"
    " sum INTEGER NOT NULL) STRICT;"
    "INSERT INTO cards SELECT id, 0, 0, at_s, 0, sum_of_card(id, 0, 0, at_s, 0) FROM tables"
    " WHERE id NOT IN (SELECT table_id FROM moves WHERE is_away <> 0);"
    "CREATE INDEX cards_due ON cards(due_s) WHERE due_s < 9223372036854775807;"
    "CREATE INDEX cards_slept ON cards(turn, slept_s) WHERE slept_s > 0;"
    "CREATE INDEX cards_touched ON cards(turn, touched_s) WHERE slept_s > 0;"
    "CREATE INDEX moves_away ON moves(at_s) WHERE is_away <> 0;"
    "CREATE TABLE counts("
    " id INTEGER PRIMARY KEY CHECK (id = 1),"
    " tables INTEGER NOT NULL,"
    " away INTEGER NOT NULL) STRICT;"
    "INSERT INTO counts SELECT 1, (SELECT count(*) FROM tables),"
    " (SELECT count(*) FROM moves WHERE is_away <> 0);"
    "CREATE TRIGGER count_made AFTER INSERT ON tables BEGIN"
    " UPDATE counts SET tables = tables + 1; END;"
    "CREATE TRIGGER count_deleted AFTER DELETE ON tables BEGIN"
    " UPDATE counts SET tables = tables - 1; END;"
    "CREATE TRIGGER count_away AFTER INSERT ON moves BEGIN"
    " UPDATE counts SET away = away + (new.is_away <> 0); END;"
    "CREATE TRIGGER count_moved AFTER UPDATE ON moves BEGIN"
    " UPDATE counts SET away = away + (new.is_away <> 0) - (old.is_away <> 0); END;"
    "CREATE TRIGGER count_gone AFTER DELETE ON moves BEGIN"
    " UPDATE counts SET away = away - (old.is_away <> 0); END;",
};

#define NUMBER_MAX "9223372036854775807" /* it would have no successor */
#define CARD_COLUMNS "table_id, due_s, slept_s, touched_s, turn, sum"
/* the name comes from the table's own row, which may be missing */
#define LOOK(at_s, cards, line) "SELECT table_id, " at_s ", ifnull((SELECT name FROM tables" \
    " WHERE id = table_id), ''), " line " FROM " cards
#define ENTRY_COLUMNS "table_id, seq, at_s, who, request, line, sum"

const char *const sqlite_statement_texts[STATEMENT_COUNT] = {
    [STATEMENT_BEGIN] = "BEGIN IMMEDIATE",
    [STATEMENT_BEGIN_READING] = "BEGIN",
    [STATEMENT_COMMIT] = "COMMIT",
    [STATEMENT_ROLLBACK] = "ROLLBACK",
    [STATEMENT_ADD_TABLE] = "INSERT INTO tables(id, at_s, name, sum) VALUES (?, ?, ?, ?)",
    [STATEMENT_ADD_ENTRY] = "INSERT INTO entries(" ENTRY_COLUMNS ") VALUES (?, ?, ?, ?, ?, ?, ?)",
    [STATEMENT_SET_LIVE] = "INSERT INTO live(table_id, line, sum) VALUES (?, ?, ?)"
                           " ON CONFLICT (table_id) DO UPDATE SET line = excluded.line,"
                           " sum = excluded.sum",
    [STATEMENT_DELETE_TABLE] = "DELETE FROM tables WHERE id = ?",
    [STATEMENT_MOVE_TABLE] = "INSERT INTO moves(table_id, at_s, is_away, line, sum)"
                             " VALUES (?, ?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE"
                             " SET at_s = excluded.at_s, is_away = excluded.is_away,"
                             " line = excluded.line, sum = excluded.sum",
    [STATEMENT_SET_NOTE] = "INSERT INTO note(id, line, sum) VALUES (1, ?, ?)"
                           " ON CONFLICT (id) DO UPDATE SET line = excluded.line,"
                           " sum = excluded.sum",
    [STATEMENT_SET_CARD] = "INSERT INTO cards(" CARD_COLUMNS ") VALUES (?, ?, ?, ?, ?, ?)"
                           " ON CONFLICT (table_id) DO UPDATE SET due_s = excluded.due_s,"
                           " slept_s = excluded.slept_s, touched_s = excluded.touched_s,"
                           " turn = excluded.turn, sum = excluded.sum",
    [STATEMENT_HOLDS_TABLE] = "SELECT count(*) FROM tables"
                              " WHERE id = ? AND at_s = ? AND name = ? AND sum = ?",
    [STATEMENT_HOLDS_ENTRY] = "SELECT count(*) FROM entries WHERE table_id = ? AND seq = ? AND"
                              " at_s = ? AND who = ? AND request = ? AND line = ? AND sum = ?",
    [STATEMENT_HOLDS_LIVE] = "SELECT count(*) FROM live"
                             " WHERE table_id = ? AND line = ? AND sum = ?",
    [STATEMENT_HOLDS_NONE] = "SELECT count(*) = 0 FROM tables WHERE id = ?",
    [STATEMENT_HOLDS_MOVE] = "SELECT count(*) FROM moves WHERE table_id = ? AND at_s = ? AND"
                             " is_away = ? AND line = ? AND sum = ?",
    [STATEMENT_HOLDS_NOTE] = "SELECT count(*) FROM note WHERE line = ? AND sum = ?",
    [STATEMENT_HOLDS_CARD] = "SELECT count(*) FROM cards WHERE table_id = ? AND due_s = ? AND"
                             " slept_s = ? AND touched_s = ? AND turn = ? AND sum = ?",
    [STATEMENT_SURVEY] = "SELECT max("
                         "ifnull((SELECT max(id) FROM tables WHERE id < " NUMBER_MAX "), 0),"
                         "ifnull((SELECT max(table_id) FROM entries"
                         " WHERE table_id < " NUMBER_MAX "), 0)),"
                         " tables, away FROM counts",
    [STATEMENT_FIND_TABLE] = "SELECT id FROM tables WHERE name = ?",
    [STATEMENT_NEXT_TABLE] = "SELECT min(id) FROM ("
                             "SELECT min(id) AS id FROM tables WHERE id > ?1 UNION ALL"
                             " SELECT min(table_id) FROM entries WHERE table_id > ?1)",
    [STATEMENT_READ_TABLE] = "SELECT id, at_s, name, sum FROM tables WHERE id = ?",
    [STATEMENT_READ_ENTRIES_FROM] = "SELECT " ENTRY_COLUMNS " FROM entries"
                                    " WHERE table_id >= ? ORDER BY table_id, seq",
    [STATEMENT_READ_TABLES] = "SELECT id, at_s, name, sum FROM tables ORDER BY id",
    [STATEMENT_READ_ALL_ENTRIES] = "SELECT " ENTRY_COLUMNS " FROM entries",
    [STATEMENT_READ_ENTRIES] = "SELECT " ENTRY_COLUMNS " FROM entries"
                               " WHERE table_id = ? ORDER BY seq",
    [STATEMENT_READ_LIVE] = "SELECT line, sum FROM live WHERE table_id = ?",
    [STATEMENT_READ_CARD] = "SELECT " CARD_COLUMNS " FROM cards WHERE table_id = ?",
    [STATEMENT_READ_MOVE] = "SELECT at_s, is_away, line, sum FROM moves WHERE table_id = ?",
    [STATEMENT_READ_NOTE] = "SELECT line, sum FROM note",
    /* after, until_s, turn and most are what they are asked with */
    [STATEMENT_LOOK_BY(STORE_BY_AWAKE)] = LOOK("table_id", "cards INDEXED BY cards_due", "''")
        " WHERE due_s = 0 AND due_s < " NUMBER_MAX " AND table_id > ?1"
        " ORDER BY table_id LIMIT ?4",
    [STATEMENT_LOOK_BY(STORE_BY_DUE)] = LOOK("due_s", "cards", "''")
        " WHERE due_s > 0 AND due_s < " NUMBER_MAX " ORDER BY due_s, table_id LIMIT ?4",
    [STATEMENT_LOOK_BY(STORE_BY_SLEPT)] = LOOK("slept_s", "cards", "''")
        " WHERE turn = ?3 AND slept_s > 0 AND slept_s <= ?2 ORDER BY slept_s LIMIT ?4",
    [STATEMENT_LOOK_BY(STORE_BY_TOUCHED)] = LOOK("touched_s", "cards", "''")
        " WHERE turn = ?3 AND slept_s > 0 AND touched_s <= ?2 ORDER BY touched_s LIMIT ?4",
    [STATEMENT_LOOK_BY(STORE_BY_AWAY)] = LOOK("at_s", "moves", "line")
        " WHERE is_away <> 0 AND at_s <= ?2 ORDER BY at_s LIMIT ?4",
};
