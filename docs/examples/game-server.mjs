// Keeps a game server in step with a Guildhall site: node game-server.mjs
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const { GUILDHALL_URL = 'http://localhost:3000', GUILDHALL_KEY = '', STATE_FILE = 'game-server.json' } = process.env;

// The position and its effects are in one file, so neither is ever ahead of the other.
const state = await readFile(STATE_FILE, 'utf8').then(JSON.parse, () => ({ position: 0, bans: {}, ranks: {} }));

async function save() {
  await writeFile(`${STATE_FILE}.new`, JSON.stringify(state));
  await rename(`${STATE_FILE}.new`, STATE_FILE);
}

async function call(method, path, body) {
  const response = await fetch(new URL(`/api/game/${path}`, GUILDHALL_URL), {
    method,
    headers: { authorization: `Bearer ${GUILDHALL_KEY}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const result = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${result.error}`);
  return result;
}

// Replace this with what your game does. An entry may arrive again after a crash, so doing it twice must be harmless.
function carryOut({ kind, account, data }) {
  if (!account) return; // The account was erased.
  const ranks = new Set(state.ranks[account.uuid]);
  if (kind === 'ban') state.bans[account.uuid] = data;
  if (kind === 'unban') delete state.bans[account.uuid];
  if (kind === 'rank.add') ranks.add(data.rank);
  if (kind === 'rank.remove') ranks.delete(data.rank);
  state.ranks[account.uuid] = [...ranks];
}

async function followLedger() {
  const { entries } = await call('GET', `ledger?after=${state.position}&wait=30`);
  for (const entry of entries) {
    carryOut(entry);
    state.position = entry.pos;
    console.log(entry.pos, entry.kind, entry.account?.name);
  }
  if (entries.length === 0) return;
  await save();
  await call('POST', 'ledger/ack', { pos: state.position, results: entries.map(({ id }) => ({ id, ok: true })) });
}

// Replace this with the events of your game. Here, they are typed: ban <uuid> <name>
createInterface({ input: process.stdin }).on('line', (line) => {
  const [kind, uuid, name] = line.split(' ');
  const account = { edition: 'java', login_mode: 'online', uuid, name };
  const item = { id: `${kind} ${uuid} ${Date.now()}`, kind, at: new Date().toISOString(), account, data: {} };
  call('POST', 'reports', { items: [item] }).then(
    ({ results }) => console.log('reported', results[0].result),
    console.error,
  );
});

for (;;) {
  await followLedger().catch(async (error) => {
    console.error(error.message);
    await sleep(5_000);
  });
}
