// @ts-check
import { once } from 'node:events';
import { createServer } from 'node:http';
import { tellOfPrefixes } from './prefixes.mjs';
import { emailOf, png } from './world.mjs';

/** @typedef {import('./world.mjs').World} World */

const closed = { can_post: 0, can_reply: 0, can_delete_post: 0, can_emoji_react: 0 };
const moderatorKeys = [
  ...['access_admin_panel', 'view_all_users', 'ban_accounts', 'sticky_topics', 'lock_topics'],
  ...['delete_topics', 'moderate_comments'],
];
const names = { Admin: 'Alex', moderator: 'Mod', member: 'Steve', other: 'Robin', banned: 'Ben', unverified: 'Una' };

/** Registers the members: an Admin by the set-up link, and one of each role. @param {World} world */
export async function gather(world) {
  const { recorder, cast } = world;
  const nobody = { role: 'guest', name: '', password: '', cookie: '', id: 0 };
  cast['guest'] = nobody;
  for (const [role, name] of Object.entries(names)) {
    cast[role] = await (role === 'unverified' ? world.registered(name, role) : world.member(name, role));
    if (role === 'Admin') {
      await recorder.call(nobody, 'get /setup', { query: { token: world.setUpToken } });
      await recorder.call(world.who(role), 'get /setup', { query: { token: world.setUpToken } });
    }
  }
  const body = { email_or_username: names.unverified, password: world.who('unverified').password };
  await recorder.call(world.who('unverified'), 'post /login', { body });
  // So far only registrations have written: all listen from the position of a read.
  const { headers } = await recorder.call(world.who('Admin'), 'get /forums/sections');
  recorder.position = headers.get('guildhall-position') ?? '';
  await recorder.settle();
  for (const [role, person] of Object.entries(cast)) {
    const received = await recorder.live.open(role, () => person.cookie, recorder.position);
    recorder.add(`live | connect | ${role}`, { live: received });
  }
  const own = Object.values(cast).filter(({ id }) => id > 0);
  await recorder.hear(...own.flatMap(({ id }) => [`member:${id}`, `profile:${id}`]));
}

/** The actions of members in a forum. @param {World} world */
export async function tell(world) {
  await structure(world);
  const { thread, reply } = await talk(world);
  await tellOfPrefixes(world, thread);
  await people(world, thread, reply);
  await staff(world, thread, reply);
  await look(world);
}

/** @param {World} world */
async function structure(world) {
  const { recorder } = world;
  const admin = world.who('Admin');
  const role = await recorder.done(admin, 'post /admin/roles', { body: { name: 'Moderators', display_name: 'Team' } });
  for (const permission of moderatorKeys) {
    await recorder.prepare(admin, 'post /admin/roles/:id/permissions', { id: role.id, body: { permission } });
  }
  await recorder.done(admin, 'post /admin/role/:id', { id: world.who('moderator').id, body: { role: role.id } });
  const body = { name: 'builds', display_name: 'Builds', description: 'Show what you make', icon: 'idea' };
  world.section = (await recorder.done(admin, 'post /forums/sections', { body })).id;
  const section_id = world.section;
  const inside = { body: { section_id, name: 'help', display_name: 'Help', description: 'Questions' } };
  const subsection = await recorder.done(admin, 'post /forums/subsections', inside);
  await recorder.hear(`section:${section_id}`, `subsection:${subsection.id}`);
  const settings = { name: 'Guild', about: 'We *play*', rules: '# Be kind\n\nNo cheats.', set_up: 1 };
  await recorder.call(admin, 'put /admin/settings', { body: settings });
  await recorder.call(world.who('member'), 'post /account/avatar', { file: { field: 'avatar', bytes: png } });
}

/** @param {World} world */
async function talk(world) {
  const { recorder } = world;
  const [member, other, admin] = [world.who('member'), world.who('other'), world.who('Admin')];
  const body = { section_id: world.section, title: 'The harbour', content: 'What do we **build**?\n\n- a lighthouse' };
  const { id: thread } = await recorder.done(member, 'post /forums/threads', { body });
  await recorder.hear(`thread:${thread}`);
  const everybody = Object.keys(world.cast).length;
  const readers = await recorder.live.untimed('guest', (row) => row.kind === 'readers' && row['readers'] === everybody);
  recorder.add('live | who reads a thread', { body: readers });
  /** @type {number[]} */
  const replies = [];
  const texts = ['Nice build! @Steve', '> a lighthouse\n\nThen a pier.', '`/warp pier` and <b>no</b> HTML', '😀 ok'];
  for (const [n, content] of texts.entries()) {
    const by = n % 2 === 0 ? other : member;
    replies.push((await recorder.done(by, 'post /forums/posts', { body: { thread_id: thread, content } })).id);
  }
  const [id = 0, second = 0] = replies;
  await recorder.done(other, 'put /forums/posts/:id', { id, body: { content: 'Nice build, @Steve!' } });
  await recorder.done(member, 'put /forums/reactions', { body: { kind: 'post', id, emoji: 'like' } });
  await recorder.done(other, 'put /forums/reactions', { body: { kind: 'thread', id: thread, emoji: 'wow' } });
  await recorder.call(other, 'put /forums/watches', { body: { kind: 'thread', id: thread, level: 'watching' } });
  await recorder.done(member, 'delete /forums/posts/:id', { id: second, body: { reason: 'Wrong thread' } });
  const pinned = { title: 'The harbour', content: 'What do we **build** there?', sticky: true, locked: true };
  await recorder.done(admin, 'put /forums/threads/:id', { id: thread, body: { ...pinned, reason: 'Important' } });
  const refused = { body: { thread_id: thread, content: 'Too late' } };
  await recorder.call(member, 'post /forums/posts', refused);
  await recorder.done(admin, 'put /forums/threads/:id', { id: thread, body: { ...pinned, locked: false } });
  const idempotent = { body: { thread_id: thread, content: 'Once' }, headers: { 'idempotency-key': 'the same' } };
  await recorder.call(member, 'post /forums/posts', idempotent, 'story: first with its key');
  await recorder.call(member, 'post /forums/posts', idempotent, 'story: again with its key');
  const stale = { id, body: { content: 'Nice!' }, headers: { 'if-match': '"1"' } };
  await recorder.call(other, 'put /forums/posts/:id', stale, 'story: an older version');
  /** @type {Record<string, number>[]} */
  const stretches = [{ last: 2 }, { around: second }, { number: 3 }, { limit: 2 }];
  for (const query of stretches) {
    await recorder.call(member, 'get /forums/posts/:id', { id: thread, query });
  }
  return { thread, reply: id };
}

/** @param {World} world @param {number} thread @param {number} reply */
async function people(world, thread, reply) {
  const { recorder } = world;
  const [member, other, banned] = [world.who('member'), world.who('other'), world.who('banned')];
  const ofSteve = { params: { username: 'Steve' } };
  await recorder.done(other, 'post /profile/:username/follow', ofSteve);
  const wall = await recorder.done(other, 'post /profile/:username/posts', { ...ofSteve, body: { content: 'Hello!' } });
  await recorder.done(member, 'post /profile/posts/:id/replies', { id: wall.id, body: { content: 'Hi Robin' } });
  await recorder.done(member, 'post /profile/:username/ignore', { params: { username: 'Ben' } });
  await recorder.call(member, 'get /notifications');
  await recorder.call(other, 'get /notifications');
  await recorder.call(member, 'post /profile/:username/unignore', { params: { username: 'Ben' } });
  const elsewhere = await world.newThread('member', { title: 'Elsewhere' }); // no page has it open
  const watched = { kind: 'thread', id: elsewhere, level: 'watching' };
  await recorder.call(other, 'put /forums/watches', { body: watched });
  const received = await world.newReply(elsewhere, 'banned', 'I am new here');
  await recorder.settle();
  const at = recorder.position.split('.')[1];
  const row = await recorder.live.untimed('other', ({ kind, pos }) => kind === 'told' && pos === at);
  recorder.add('live | news of what is watched', { body: { told: received, row } });
  const subject = { kind: 'post', id: received };
  const body = { kind: 'post', subject, username: '', text: 'It is rude' };
  const report = await recorder.done(other, 'post /reports', { body });
  const mod = world.who('moderator');
  await recorder.done(mod, 'post /admin/reports/:id/take', { id: report.id, body: {} });
  const ban = { id: banned.id, body: { reason: 'Rude', until: '2100-01-01T00:00:00Z' } };
  await recorder.done(mod, 'post /admin/ban/:id', ban);
  await recorder.done(mod, 'post /admin/reports/:id/resolve', { id: report.id, body: { answer: 'Thank you' } });
  const login = { body: { email_or_username: 'Ben', password: banned.password } };
  const { json } = await recorder.call(world.who('guest'), 'post /login', login, 'story: banned');
  await recorder.call(world.who('guest'), 'post /reports/appeal', {
    body: { token: json.appeal_token, text: 'Sorry' },
  });
  await recorder.call(member, 'put /forums/threads/:id/read', { id: thread, body: { order: '9'.repeat(20) } });
  await recorder.call(world.who('guest'), 'get /forums/reactions/:kind/:id/people', {
    id: reply,
    params: { kind: 'post' },
  });
}

/**
 * The actions of the staff, each undone from the audit.
 * @param {World} world
 * @param {number} thread
 * @param {number} reply
 */
async function staff(world, thread, reply) {
  const { recorder, section: section_id } = world;
  const admin = world.who('Admin');
  const before = new Date().toISOString();
  const css = ':root { --color-bg: #102030; --color-accent: rgb(1 2 3) }';
  const settings = { name: 'Harbour', rules: '# Be kind', set_up: 1 };
  /** @type {[string, import('./recorder.mjs').Carried][]} */
  const acts = [
    ['put /admin/settings', { body: settings }],
    ['post /forums/themes', { body: { name: 'Autumn', css, publish: 1 } }],
    ['delete /forums/threads/:id', { id: thread, body: { reason: 'Spam' } }],
    ['delete /forums/posts/:id', { id: reply, body: { reason: 'Spam' } }],
    ['put /forums/sections/:id', { id: section_id, body: { name: 'building', display_name: 'Building' } }],
    ['put /forums/permissions', { body: { section_id, entries: [{ role_id: 2, can_view: 0, ...closed }] } }],
    ['delete /forums/sections/:id', { id: section_id, body: {} }],
    ['post /admin/ban/:id', { id: world.who('other').id, body: { reason: 'By mistake' } }],
  ];
  for (const [operation, carried] of acts) {
    await recorder.call(admin, operation, carried, 'story: act');
    const [act] = await recorder.prepare(admin, 'get /admin/audit', { query: { limit: 1, after: world.after } });
    if (operation === 'delete /forums/posts/:id') continue; // of a thread that was deleted and restored
    await recorder.call(admin, 'post /admin/audit/:act/undo', { params: { act: act.id }, body: {} }, 'story: undo');
    await recorder.call(admin, 'post /admin/audit/:act/undo', { params: { act: act.id } }, 'story: undo again');
  }
  await world.logIn(world.who('other')); // the ban has ended the session
  for (const operation of ['get /forums/themes', 'get /forums/sections', 'get /admin/settings', 'get /admin/roles']) {
    await recorder.call(admin, operation, { query: { at: before } }, 'story: as of before');
  }
  const leaver = await world.member('Leaver', 'leaver');
  await recorder.prepare(leaver, 'post /forums/posts', { body: { thread_id: thread, content: 'I was here' } });
  await recorder.done(admin, 'post /admin/delete/:id', { id: leaver.id, body: { texts: true, reason: 'Asked for' } });
  await recorder.call(leaver, 'get /me', {}, 'story: erased');
  await recorder.call(admin, 'post /admin/test-mail', { body: { to: emailOf('somebody') } });
}

/** The number of players, from a service that the settings name. @param {World} world */
export async function play(world) {
  const { recorder } = world;
  const service = createServer((_, res) => res.end('{"players":{"online":7}}')).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (service.address());
  recorder.secrets.push(String(port));
  const status_url = `http://127.0.0.1:${port}/`;
  const settings = { name: 'Harbour', status_url, status_modes: [{ mode: 'Kingdoms', status_url }] };
  await recorder.call(world.who('Admin'), 'put /admin/settings', { body: settings });
  const isKnown = (/** @type {any} */ { kind, players }) => kind === 'players' && players.count === 7;
  const row = await recorder.live.untimed('guest', isKnown);
  recorder.add('live | who plays', { body: row });
  for (const operation of ['get /status', 'get /site', 'get /admin/settings']) {
    await recorder.call(world.who('Admin'), operation, {}, 'story: players');
  }
  service.close();
}

/** Reads of the forum in its final state. @param {World} world */
async function look(world) {
  const { recorder } = world;
  for (const person of Object.values(world.cast)) {
    for (const q of ['harbour', 'pier', '"nice build"', 'lost']) {
      await recorder.call(person, 'get /search', { query: { q, after: world.after } }, 'story: search');
    }
    for (const type of ['threads', 'posts', 'members']) {
      const query = { q: 'st*', type, sort: 'relevance', after: world.after };
      await recorder.call(person, 'get /search', { query }, 'story: search');
    }
    await recorder.call(person, 'get /account/export', {}, 'story: export');
    for (const operation of ['get /admin/audit', 'get /admin/audit.csv', 'get /notifications', 'get /forums/threads']) {
      /** @type {Record<string, number>} */
      const query = operation.endsWith('threads') ? { section_id: world.section } : {};
      await recorder.call(person, operation, { query: { ...query, after: world.after } }, 'story: lists');
    }
  }
}
