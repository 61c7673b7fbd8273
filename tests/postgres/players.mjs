// players.mjs - people who play whatever befalls servers and databases: each asks the same with the
// same id until it is answered, wherever that is. In the end every acknowledged move is in the log
// once, where it was said to be.
import { Client, sitAlone } from "../clients/client.mjs";
import { check, newId, sleep } from "../clients/harness.mjs";

const PATIENCE_MS = 120000;
const TRANSIENT = ["closed", "busy", "storage", "hello_first", "too_many"];
const LOG = "SELECT convert_from(name, 'UTF8'), convert_from(request, 'UTF8'), seq " +
  "FROM rummery.entries JOIN rummery.tables ON id = table_id WHERE request <> ''";

const within = (promise, ms) =>
  Promise.race([promise, sleep(ms).then(() => ({ error: "closed" }))]);

/// A hello to whichever server the balancer takes; whether it was answered.
async function come(client) {
  client.socket?.terminate();
  const coming = client.connect().catch(() => ({ error: "closed" }));
  const answer = await within(Promise.race([coming,
    client.closed.then(() => ({ error: "closed" }))]), 6000);
  return answer.error === undefined;
}

/// Those at this place in a list in order that so many of a hundred are not above.
export const centile = (list, percent) =>
  list.length === 0 ? 0 : list[Math.min(list.length - 1, Math.floor(list.length * percent / 100))];

export class Players {
  /// They begin at once, each at a table of its own, by the server or balancer at this place.
  constructor(door, count) {
    Object.assign(this, { door, isOver: false, acknowledged: [], waits: [] });
    this.asked = Array(count).fill(0); // when what was answered last was asked, of each
    this.playing = this.asked.map((_, i) => this.play(i));
  }

  async stop() {
    this.isOver = true;
    await Promise.all(this.playing);
  }

  /// The same request until it is answered, wherever that is.
  async insist(client, request) {
    const began = Date.now();
    let isRepeated = false, isDisturbed = false;
    while (Date.now() - began < PATIENCE_MS) {
      if (client.socket?.readyState !== 1 || isRepeated) {
        isDisturbed ||= client.socket !== undefined;
        if (!(await come(client))) {
          await sleep(50);
          continue;
        }
      }
      const answer = await within(Promise.race([client.ask(request),
        client.closed.then(() => ({ error: "closed" }))]), 6000);
      if (!TRANSIENT.includes(answer.error)) {
        if (isDisturbed) this.waits.push(Date.now() - began);
        return answer;
      }
      isRepeated = true;
      await sleep(50);
    }
    return { error: "nobody answers" };
  }

  /// A new table at any server; undefined if that one went meanwhile.
  async sit() {
    const sat = await within(sitAlone(this.door).catch(() => ({})), 6000);
    return sat.made;
  }

  /// Plays at one table after the other until all is over. As every client does, it says after
  /// which move it acts: what was said on a line that fell silent may arrive long after it was said
  /// again.
  async play(i) {
    while (!this.isOver) {
      const made = await this.sit();
      const client = made && new Client(this.door.port, made.table, made.key);
      let isPlaying = made !== undefined && await come(client);
      for (; isPlaying && !this.isOver; await sleep(50)) {
        const id = newId(), at = Date.now();
        const answer = await this.insist(client, { id, do: "act", action: "draw", at: client.seq });
        if (answer.error === "nobody answers") check(false, "nobody waits for ever", made.table);
        isPlaying = answer.error === undefined || answer.error === "stale";
        if (answer.error !== undefined) continue;
        this.acknowledged.push({ table: made.table, id, seq: answer.seq });
        this.asked[i] = at;
      }
      await sleep(50);
    }
  }

  /// Compares with the log, which `sql` reads.
  judge(sql) {
    const { acknowledged, waits } = this;
    const logged = new Map();
    for (const row of sql(LOG).split("\n")) {
      const [table, id, seq] = row.split("|");
      logged.set(`${table} ${id}`, [...(logged.get(`${table} ${id}`) ?? []), Number(seq)]);
    }
    const twice = [...logged].filter(([, seqs]) => seqs.length > 1);
    const found = acknowledged.map(({ table, id }) => logged.get(`${table} ${id}`) ?? []);
    const lost = found.filter((seqs) => seqs.length === 0).length;
    const doubled = found.filter((seqs) => seqs.length > 1).length;
    const forked = found.filter((seqs, i) => seqs.length === 1 &&
      seqs[0] !== acknowledged[i].seq).length;
    const told = new Set(acknowledged.map(({ table, seq }) => `${table} ${seq}`));
    check(lost === 0 && doubled === 0 && forked === 0 && told.size === acknowledged.length,
      "no acknowledged move is lost, done twice, or another's",
      JSON.stringify([lost, doubled, forked, twice]));
    check(acknowledged.length > this.asked.length * 5, "enough was played", acknowledged.length);
    waits.sort((a, b) => a - b);
    console.log(`moves acknowledged ${acknowledged.length}, recovered ${found.length - lost}, ` +
      `lost ${lost}, doubled ${doubled}, forked ${forked}; healed ${waits.length} times: ` +
      `p50 ${centile(waits, 50)} ms, max ${waits.at(-1) ?? 0} ms`);
  }
}
