-- For a store that is spread over machines by Citus: run once at the coordinator, when a server has
-- made the store and is stopped again. Not tried by us: docs/scale.md says what it needs.
-- A table's number is in every key but that of its name, which is no key there.
BEGIN;
ALTER TABLE rummery.tables DROP CONSTRAINT tables_name_key;
CREATE INDEX tables_name ON rummery.tables(name);
ALTER TABLE rummery.entries DROP CONSTRAINT entries_table_id_fkey;
ALTER TABLE rummery.live DROP CONSTRAINT live_table_id_fkey;
ALTER TABLE rummery.moves DROP CONSTRAINT moves_table_id_fkey;
ALTER TABLE rummery.cards DROP CONSTRAINT cards_table_id_fkey;
ALTER TABLE rummery.owners DROP CONSTRAINT owners_table_id_fkey;
SELECT create_distributed_table('rummery.tables', 'id');
SELECT create_distributed_table('rummery.entries', 'table_id', colocate_with => 'rummery.tables');
SELECT create_distributed_table('rummery.live', 'table_id', colocate_with => 'rummery.tables');
SELECT create_distributed_table('rummery.moves', 'table_id', colocate_with => 'rummery.tables');
SELECT create_distributed_table('rummery.cards', 'table_id', colocate_with => 'rummery.tables');
SELECT create_distributed_table('rummery.owners', 'table_id', colocate_with => 'rummery.tables');
ALTER TABLE rummery.entries ADD CONSTRAINT entries_table_id_fkey FOREIGN KEY (table_id)
    REFERENCES rummery.tables ON DELETE CASCADE;
ALTER TABLE rummery.live ADD CONSTRAINT live_table_id_fkey FOREIGN KEY (table_id)
    REFERENCES rummery.tables ON DELETE CASCADE;
ALTER TABLE rummery.moves ADD CONSTRAINT moves_table_id_fkey FOREIGN KEY (table_id)
    REFERENCES rummery.tables ON DELETE CASCADE;
ALTER TABLE rummery.cards ADD CONSTRAINT cards_table_id_fkey FOREIGN KEY (table_id)
    REFERENCES rummery.tables ON DELETE CASCADE;
ALTER TABLE rummery.owners ADD CONSTRAINT owners_table_id_fkey FOREIGN KEY (table_id)
    REFERENCES rummery.tables ON DELETE CASCADE;
COMMIT;
