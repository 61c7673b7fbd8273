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
    /* Several servers: programs that know of one holder only are to write nothing more. */
    {2,
     "UPDATE rummery.holder SET owner = 0, epoch = epoch + 1;"
     "CREATE TABLE rummery.starts("
     " id int8 PRIMARY KEY CHECK (id = 1),"
     " count int8 NOT NULL);"
     "INSERT INTO rummery.starts VALUES (1, 0);"
     "CREATE TABLE rummery.servers("
     " owner int8 PRIMARY KEY,"
     " number int8 NOT NULL,"
     " epoch int8 NOT NULL,"
     " version int8 NOT NULL,"
     " address bytea NOT NULL DEFAULT '',"
     " alive_until timestamptz NOT NULL);"
     "CREATE TABLE rummery.owners("
     " table_id int8 PRIMARY KEY REFERENCES rummery.tables ON DELETE CASCADE,"
     " owner int8 NOT NULL,"
     " epoch int8 NOT NULL);"},
};

/* A server is alive so long after it last said so. The clock is the database's: no other is
 * asked, and what it decides is only how soon somebody may try. */
#define ALIVE "alive_until > clock_timestamp()"
#define NEW_LEASE "clock_timestamp() + interval '3 seconds'"
#define NOW_S "extract(epoch FROM clock_timestamp())::int8"
#define ALIVE_SERVERS "(SELECT owner FROM rummery.servers WHERE " ALIVE ")"
/* Nobody else who is alive has the table of this row: it may be waited for here. */
#define NOT_ELSEWHERE "NOT EXISTS (SELECT FROM rummery.owners WHERE owners.table_id =" \
    " cards.table_id AND owner <> $5 AND owner IN " ALIVE_SERVERS ")"
/* Whether the session of a server is there: the database knows at once when a process was
 * killed, and its lease need not be waited for. */
#define OF_SESSION(owner) "locktype = 'advisory' AND objsubid = 1 AND" \
    " (classid::int8 << 32 | objid::int8) = " owner
#define HAS_SESSION "EXISTS (SELECT FROM pg_locks WHERE " OF_SESSION("servers.owner") ")"

#define NUMBER_MAX "9223372036854775807" /* it would have no successor */
#define CARD_COLUMNS "table_id, due_s, slept_s, touched_s, turn, sum"
#define ENTRY_COLUMNS "table_id, seq, at_s, who, request, line, sum"
#define FROM_TO "BETWEEN $1 AND $2"
/* the name comes from the table's own row */
#define LOOK(at_s, cards, line) "SELECT table_id, " at_s ", coalesce((SELECT name FROM" \
    " rummery.tables WHERE id = table_id), ''), " line " FROM rummery." cards
#define LOOK_TYPES "nnnnn" /* after, until_s, turn, most, and who looks */
#define ANYBODY " AND $5::int8 IS NOT NULL"

const struct postgres_text postgres_statements[PG_STATEMENT_COUNT] = {
    [PG_BEGIN] = {"", "BEGIN"},
    [PG_BEGIN_READING] = {"", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"},
    [PG_COMMIT] = {"", "COMMIT"},
    [PG_ROLLBACK] = {"", "ROLLBACK"},
    [PG_TIDY] = {"", "DELETE FROM rummery.servers WHERE"
                     " alive_until < clock_timestamp() - interval '1 day'"},
    /* Tables that were copied here have numbers, too. */
    [PG_LAST_START] = {"", "SELECT coalesce(max(id) >> 32, 0) FROM rummery.tables"
                           " WHERE id < " NUMBER_MAX},
    [PG_HOLD] = {"nnn", "WITH start AS (UPDATE rummery.starts SET count = 1 + greatest(count, $3)"
                       " RETURNING count)"
                       " INSERT INTO rummery.servers(owner, number, epoch, version, alive_until)"
                       " SELECT $1, count, 1, $2, " NEW_LEASE " FROM start"
                       " RETURNING epoch, number, " NOW_S},
    /* an epoch that is lower than it was is one of a database that was put back */
    [PG_HOLD_AGAIN] = {"nn", "UPDATE rummery.servers SET epoch = epoch + 1, alive_until ="
                             " " NEW_LEASE " WHERE owner = $1 AND epoch >= $2"
                             " RETURNING epoch, number, " NOW_S},
    [PG_UNSEAT] = {"n", "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE " OF_SESSION("$1")
                        " AND pid <> pg_backend_pid()"},
    [PG_SIT] = {"n", "SELECT pg_advisory_lock($1)"},
    /* Ourselves, and who else is alive. Each beat counts: a database that was put back is known
     * by a lower epoch. */
    [PG_BEAT] = {"nn", "WITH beat AS (UPDATE rummery.servers SET alive_until = " NEW_LEASE ","
                       " epoch = epoch + 1"
                       " WHERE owner = $1 AND epoch = $2 RETURNING owner, address, epoch)"
                       " SELECT owner, address, epoch, " NOW_S " FROM beat UNION ALL"
                       " SELECT owner, address, 0, 0 FROM rummery.servers"
                       " WHERE owner <> $1 AND " ALIVE},
    [PG_LEAVE] = {"n", "DELETE FROM rummery.servers WHERE owner = $1"},
    /* Where nobody is found the division fails, and everything behind it with it. */
    [PG_KNOWS_US] = {"nn", "SELECT 1 / count(*) FROM rummery.servers"
                           " WHERE owner = $1 AND epoch = $2"},
    /* The row is locked, not written: a version of it for each commit would slow down all. */
    [PG_FENCE] = {"nn", "SELECT 1 / count(*) FROM (SELECT FROM rummery.servers"
                        " WHERE owner = $1 AND epoch = $2 FOR SHARE) AS held"},
    /* The same for a table: who takes it waits for us, or we for them. */
    [PG_FENCE_OWNED] = {"nnn", "SELECT 1 / count(*) FROM (SELECT FROM rummery.owners WHERE"
                               " table_id = $1 AND owner = $2 AND epoch = $3 FOR SHARE) AS held"},
    [PG_FENCE_FREE] = {"nna", "SELECT 1 / (count(*) = 0)::int FROM rummery.owners WHERE"
                              " table_id = $1 AND owner <> $2 AND owner = ANY($3)"},
    [PG_SEIZE] = {"n", "INSERT INTO rummery.owners AS held (table_id, owner, epoch)"
                       " SELECT id, 0, 1 FROM rummery.tables WHERE id = $1"
                       " ON CONFLICT (table_id) DO UPDATE SET owner = 0,"
                       " epoch = held.epoch + 1"},
    /* The transaction need not wait for the disk: the last one of the commit does. */
    [PG_RELAX] = {"", "SELECT set_config('synchronous_commit', 'off', true)"},
    [PG_FIND_ALIVE] = {"", "SELECT owner FROM rummery.servers WHERE " ALIVE},
    [PG_FIND_NAMESAKE] = {"nt", "SELECT count(*) FROM rummery.tables WHERE id <> $1"
                                " AND name = $2"},
    /* One's own stays as it is: nobody else can have had it meanwhile. Of others it is taken from
     * the one that was found not to be alive. */
    [PG_TAKE] = {"nnn", "INSERT INTO rummery.owners AS held (table_id, owner, epoch)"
                        " SELECT id, $2, 1 FROM rummery.tables WHERE id = $1"
                        " ON CONFLICT (table_id) DO UPDATE SET owner = $2,"
                        " epoch = held.epoch + (held.owner <> $2)::int"
                        " WHERE held.owner = $2 OR held.owner = $3 RETURNING epoch"},
    [PG_ANNOUNCE] = {"nt", "UPDATE rummery.servers SET address = $2 WHERE owner = $1"},
    [PG_FIND_OWNER] = {"n", "SELECT owner FROM rummery.owners WHERE table_id = $1"},
    [PG_FIND_SERVER] = {"n", "SELECT owner, address FROM rummery.servers WHERE owner = $1"
                             " AND " ALIVE " AND " HAS_SESSION},
    [PG_RELEASE] = {"nnn", "UPDATE rummery.owners SET owner = 0"
                           " WHERE table_id = $1 AND owner = $2 AND epoch = $3"},
    /* With the number that our tables have, unless somebody else has it by now. */
    [PG_COME_BACK] = {"nnnnt", "WITH start AS (UPDATE rummery.starts SET count ="
                               " greatest(count, $4) RETURNING id)"
                               " INSERT INTO rummery.servers(owner, epoch, version, number,"
                               " address, alive_until)"
                               " SELECT $1, $2, $3, $4, $5, " NEW_LEASE " FROM start"
                               " WHERE NOT EXISTS (SELECT FROM rummery.servers"
                               " WHERE number = $4 AND owner <> $1)"
                               " ON CONFLICT (owner) DO UPDATE SET epoch = excluded.epoch,"
                               " address = excluded.address, alive_until = excluded.alive_until"
                               " RETURNING epoch, number"},
    /* Of what was told (table, entry, sum, when): what is not there, what the table has, and
     * whether that is noted already. A table that somebody has deleted since is no loss; one that
     * was brought back since goes on from what it has. */
    [PG_FIND_REWOUND] = {"aaaa", "SELECT told.id, told.seq, coalesce((SELECT max(seq) FROM"
                                 " rummery.entries WHERE table_id = told.id), 0),"
                                 " coalesce(moves.is_away, 0), (tables.id IS NULL)::int::int8"
                                 " FROM unnest($1, $2, $3, $4) AS told(id, seq, sum, at_s)"
                                 " LEFT JOIN rummery.tables ON tables.id = told.id"
                                 " LEFT JOIN rummery.moves ON moves.table_id = told.id"
                                 " WHERE NOT EXISTS (SELECT FROM rummery.entries WHERE"
                                 " entries.table_id = told.id AND entries.seq = told.seq"
                                 " AND (told.sum = 0 OR entries.sum = told.sum))"
                                 " AND NOT (coalesce(moves.is_away, 1) = 0"
                                 " AND moves.at_s >= told.at_s)"
                                 " ORDER BY told.id, told.seq DESC"},
    [PG_ADD_SECRET] = {"t", "INSERT INTO rummery.secret(id, bytes) VALUES (1, $1)"
                            " ON CONFLICT (id) DO NOTHING"},
    [PG_SET_SECRET] = {"t", "UPDATE rummery.secret SET bytes = $1"},
    [PG_READ_SECRET] = {"", "SELECT bytes FROM rummery.secret"},
    [PG_ADD_TABLE] = {"nntn", "INSERT INTO rummery.tables(id, at_s, name, sum)"
                              " VALUES ($1, $2, $3, $4)"},
    [PG_ADD_OWNER] = {"nn", "INSERT INTO rummery.owners(table_id, owner, epoch)"
                            " VALUES ($1, $2, 1)"},
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
    [PG_SURVEY] = {"", "SELECT (SELECT count(*) FROM rummery.tables),"
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
    [PG_LOOK_BY(STORE_BY_AWAKE)] = {LOOK_TYPES, LOOK("table_id", "cards", "''::bytea")
        " WHERE due_s = 0 AND table_id > $1 AND " NOT_ELSEWHERE
        " ORDER BY table_id LIMIT $4"},
    [PG_LOOK_BY(STORE_BY_DUE)] = {LOOK_TYPES, LOOK("due_s", "cards", "''::bytea")
        " WHERE due_s > 0 AND due_s < " NUMBER_MAX " AND " NOT_ELSEWHERE
        " ORDER BY due_s, table_id LIMIT $4"},
    [PG_LOOK_BY(STORE_BY_SLEPT)] = {LOOK_TYPES, LOOK("slept_s", "cards", "''::bytea")
        " WHERE turn = $3 AND slept_s > 0 AND slept_s <= $2" ANYBODY
        " ORDER BY slept_s LIMIT $4"},
    [PG_LOOK_BY(STORE_BY_TOUCHED)] = {LOOK_TYPES, LOOK("touched_s", "cards", "''::bytea")
        " WHERE turn = $3 AND slept_s > 0 AND touched_s <= $2" ANYBODY
        " ORDER BY touched_s LIMIT $4"},
    [PG_LOOK_BY(STORE_BY_AWAY)] = {LOOK_TYPES, LOOK("at_s", "moves", "line")
        " WHERE is_away <> 0 AND at_s <= $2" ANYBODY " ORDER BY at_s LIMIT $4"},
};
