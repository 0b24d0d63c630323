// @ts-check
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';

// A Minecraft server with a plugin that carries out its ledger and reports bans: minecraft-server.mjs FOLDER PORT. The
// folder contains flying-squid.
const { GUILDHALL_URL, GUILDHALL_KEY } = process.env;
const [folder = '', port] = process.argv.slice(2);
const load = createRequire(`${folder}/`);
/** @type {any} */
const squid = load('flying-squid');

const [survival, creative] = [0, 1];
/** @type {Map<string, string>} */
const bans = new Map();
const builders = new Set();

const server = squid.createMCServer({
  ...load('flying-squid/config/default-settings.json'),
  host: '127.0.0.1',
  port: Number(port),
  version: '1.21.4',
  'online-mode': false,
  'everybody-op': true,
  generation: { name: 'superflat', options: {} },
  worldFolder: undefined,
  plugins: {},
  logging: false,
});

/** @param {string} method @param {string} path @param {object} [body] */
async function call(method, path, body) {
  const headers = { authorization: `Bearer ${GUILDHALL_KEY}`, 'content-type': 'application/json' };
  const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(`${GUILDHALL_URL}/api/game/${path}`, sent);
  const result = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${result.error}`);
  return result;
}

const toAccount = (/** @type {any} */ { uuid, username }) => ({
  edition: 'java',
  login_mode: 'offline',
  uuid,
  name: username,
});

const setMode = (/** @type {any} */ player) => player.setGameMode(builders.has(player.uuid) ? creative : survival);
const kick = (/** @type {any} */ player) => player.kick(`Banned: ${bans.get(player.uuid)}`);

server.addPlugin('guildhall', {
  player: (/** @type {any} */ player) => player.on('spawned', () => (bans.has(player.uuid) ? kick : setMode)(player)),
});

server.commands.add({
  base: 'verify',
  usage: '/verify <code>',
  parse: String,
  action: async (/** @type {string} */ code, /** @type {any} */ { player }) => {
    const { member } = await call('POST', 'links', { code, account: toAccount(player) });
    player.chat(`Linked to ${member.username}`);
  },
});

// The command /ban kicks the player, but does not keep them out.
server.on('banned', async (/** @type {any} */ _by, /** @type {string} */ name, /** @type {string} */ reason) => {
  const player = server.getPlayer(name);
  bans.set(player.uuid, reason);
  const item = { id: randomUUID(), kind: 'ban', account: toAccount(player), data: { reason } };
  await call('POST', 'reports', { items: [item] });
});

/** @param {any} entry */
function carryOut({ kind, account: { uuid }, data }) {
  const player = server.players.find((/** @type {any} */ other) => other.uuid === uuid);
  if (kind === 'ban') bans.set(uuid, data.reason);
  if (kind === 'unban') bans.delete(uuid);
  if (kind === 'rank.add') builders.add(uuid);
  if (kind === 'rank.remove') builders.delete(uuid);
  if (player) (bans.has(uuid) ? kick : setMode)(player);
  console.log(`carried out ${kind}`);
}

server.on('listening', () => console.log('listening'));
for (let position = 0; ;) {
  const { entries, next } = await call('GET', `ledger?after=${position}&wait=30`);
  entries.forEach(carryOut);
  position = next;
  await call('POST', 'ledger/ack', { pos: position });
}
