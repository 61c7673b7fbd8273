// plant.mjs - puts a known bug into a copy of a source file, to see that the lives of
// net_tests, link_lives or fleet_tests find it. Fails if the text to be changed is not there
// exactly once: a plant that no longer takes root must be renewed.
// usage: node plant.mjs NAME INPUT OUTPUT
import { readFileSync, writeFileSync } from "node:fs";

const plants = {
  // a visitor who vanishes while being answered stands in the list when it is gone
  fresh: [
    `        loop->fresh_first = visitor->next_fresh;
        if (attend(visitor))
            visitor->is_fresh = false;`,
    `        loop->fresh_first = visitor->next_fresh;
        visitor->is_fresh = false;
        attend(visitor);`,
  ],
  // a byte is lost after a write that the kernel took only a part of
  short_write: [
    "connection_sent(visitor->connection, (size_t)written);",
    "connection_sent(visitor->connection, (size_t)written + ((size_t)written < output.size));",
  ],
  // a visitor who takes nothing of a last answer is kept for ever
  stall: ["now_ms - visitor->since_ms >= STALL_MS", "now_ms - visitor->since_ms >= UINT64_MAX"],
  // a socket that is refused stays open
  refused: [
    `    if (visitor->connection == NULL) {
        close_now(visitor);
        return;`,
    `    if (visitor->connection == NULL) {
        return;`,
  ],
  // without a descriptor left the loop asks again at once
  pause: [
    "        uv_poll_stop(&listen->at[i].poll);\n    uv_timer_start(&listen->pause",
    "        (void)i;\n    uv_timer_start(&listen->pause",
  ],
  // a visitor who half-closes gets no answer that had to wait
  owed: [
    "        connection_end(visitor->connection, loop_now_ms(loop));\n",
    "        visitor->is_ending = true;\n",
  ],
  // an address is counted on when its connection is refused
  count: [
    "    limits_close(connection->commons->limits, counted_address(connection));\n",
    "    if (!connection->is_dropped)\n" +
      "        limits_close(connection->commons->limits, counted_address(connection));\n",
  ],
  // a single entry is told before it is on disk
  early: ["if (full->write_count == 0) {", "if (full->write_count <= 1) {"],
  // of a database that was promoted elsewhere nothing is thought
  generation: ["told->own.timeline < told->seen.timeline;", "told->seen.timeline == UINT32_MAX;"],
  // what others say of a lower entry later makes the higher one forgotten
  lower: ["        place->later = *one;", "        place->heard = *one;"],
  // what others say makes forgotten what one has acknowledged oneself
  own: ["(by == TOLD_BY_OTHERS ? note_heard : note_own)(place, one);",
    "note_own(place, one);\n    place->own.table = 0;\n    note_heard(place, one);"],
  // seeds are made of the table's secret and the number of the deal, as they once were
  reused: [
    "if (room->has_seed && deal_number == room->deal_number) {",
    "if (room->has_seed && deal_number == UINT32_MAX) {",
  ],
  // what was sent on a link keeps its memory
  compaction: [
    "        free(chunk);\n    }\n}\n\nvoid backlog_free",
    "    }\n}\n\nvoid backlog_free",
  ],
  // sizes stand outside the seal, as they did in the first version
  size: [
    "link->version = newest < LINK_NEWEST ? newest : LINK_NEWEST;",
    "link->version = newest < LINK_OLDEST ? newest : LINK_OLDEST;",
  ],
  // any bytes are a sign of life
  silence: [
    "    writer_put(&link->heard, bytes, size);\n",
    "    writer_put(&link->heard, bytes, size);\n    link->heard_ms = now_ms;\n",
  ],
  // no bug: a link of the version after ours, which still speaks ours
  later: [
    "greeting[LINK_NAME_SIZE] = LINK_NEWEST;",
    "greeting[LINK_NAME_SIZE] = LINK_NEWEST + 1;",
  ],
  // a server that stops turns round and round for rooms that get no turn
  rest: ["    if (hub->is_stopping)\n        due_ms = UINT64_MAX;", "    "],
};

const [name, input, output] = process.argv.slice(2);
const text = readFileSync(input, "utf8");
const [before, after] = plants[name] ?? [];
if (before === undefined || text.split(before).length !== 2) {
  console.error(`plant.mjs: ${name} cannot be planted into ${input}`);
  process.exit(1);
}
writeFileSync(output, text.replace(before, () => after));
