// @ts-check

/** @typedef {import('../world.mjs').World} World */
/** @typedef {import('../valid-calls.mjs').ValidCalls} ValidCalls */

const last = '9'.repeat(20);
const text = 'It is broken';
const end = '2100-01-01T00:00:00Z';
/** @param {World} world */
const someone = async (world) => (await world.verified()).id;
/** @param {World} world */
const banned = async (world) => {
  const person = await world.verified();
  const body = { reason: 'Griefing' };
  await world.recorder.prepare(world.who('Admin'), 'post /admin/ban/:id', { id: person.id, body });
  return person;
};
/** A post on a wall. @param {World} world @param {string} [by] */
const written = (world, by = 'other') =>
  world.made(by, 'post /profile/:username/posts', { params: { username: 'Steve' }, body: { content: 'Hello!' } });
/** @param {World} world */
const reported = (world) => world.made('member', 'post /reports', { body: { kind: 'bug', text } });
/** The content of a list about a member of the scenario. @param {World} world */
const ofSteve = ({ after }) => ({ params: { username: 'sTEVE' }, query: { limit: 10, cursor: last, after } });
/** @param {World} world */
const names = (world) => ({
  ...{ name: world.newName(), display_name: 'Builders', description: 'They build', reason: 'Asked for' },
});

/** @type {ValidCalls} */
const profiles = {
  'get /profile/:username': ofSteve,
  'get /profile/:username/followers': ofSteve,
  'get /profile/:username/following': ofSteve,
  'get /profile/:username/activity': ofSteve,
  'post /profile/:username/follow': async (world) => ({ params: { username: (await world.verified()).name } }),
  'post /profile/:username/unfollow': () => ({ params: { username: 'Steve' } }),
  'post /profile/:username/ignore': async (world) => ({ params: { username: (await world.verified()).name } }),
  'post /profile/:username/unignore': () => ({ params: { username: 'Robin' } }),
  'post /profile/:username/posts': () => ({ params: { username: 'Robin' }, body: { content: 'Hello!' } }),
  'post /profile/posts/:id/replies': async (world) => ({ id: await written(world), body: { content: 'To you too!' } }),
  'get /profile/posts/:id/replies': async (world) => {
    const id = await written(world);
    await world.made('member', 'post /profile/posts/:id/replies', { id, body: { content: 'To you too!' } });
    return { id, query: { limit: 10, cursor: last, after: world.after } };
  },
  'delete /profile/posts/:id': async (world) => ({ id: await written(world), body: { reason: 'Not here' } }),
  'post /profile/posts/:id/restore': async (world) => {
    const id = await written(world);
    await world.recorder.prepare(world.who('Admin'), 'delete /profile/posts/:id', { id });
    return { id, body: { reason: 'Fine after all' } };
  },
  'get /forums/member-stats': ({ after }) => ({ query: { limit: 5, search: 'e', after } }),
  'get /forums/staff-stats': ({ after }) => ({ query: { limit: 5, after } }),
  'get /forums/users/:id': (world) => ({ id: world.who('member').id, query: { after: world.after } }),
  'get /usernames': ({ after }) => ({ query: { limit: 5, search: 'R', after } }),
};

/** @type {ValidCalls} */
const staff = {
  'get /admin/users': ({ after }) => ({
    query: { search: 'steve', role_id: 2, banned: 0, verified: 'true', sort: 'posts', order: 'desc', limit: 10, after },
  }),
  'get /admin/users/:id': (world) => ({ id: world.who('member').id, query: { after: world.after, at: end } }),
  'post /admin/ban/:id': async (world) => ({ id: await someone(world), body: { reason: 'Griefing', until: end } }),
  'post /admin/unban/:id': async (world) => ({ id: (await banned(world)).id, body: { reason: 'Said sorry' } }),
  'post /admin/users/bulk': async (world) => ({
    body: { action: 'ban', ids: [await someone(world), await someone(world)], reason: 'A raid', until: end },
  }),
  'post /admin/delete/:id': async (world) => ({ id: await someone(world), body: { texts: true, reason: 'Asked for' } }),
  'post /admin/role/:id': async (world) => ({
    id: await someone(world),
    body: { role: await world.newRole(), reason: 'Helps a lot' },
  }),
  'get /admin/roles': () => ({ query: { at: end } }),
  'post /admin/roles': (world) => ({ body: names(world) }),
  'put /admin/roles/:id': async (world) => ({ id: await world.newRole(), body: names(world) }),
  'delete /admin/roles/:id': async (world) => ({ id: await world.newRole(), body: { reason: 'Nobody needs it' } }),
  'get /admin/roles/:id/holders': () => ({ id: 1, query: { at: end, limit: 10, page: 1 } }),
  'post /admin/roles/:id/permissions': async (world) => ({
    id: await world.newRole(),
    body: { permission: 'lock_topics', reason: 'They lock' },
  }),
  'delete /admin/roles/:id/permissions/:permission': async (world) => ({
    id: await world.newRole('lock_topics'),
    params: { permission: 'lock_topics' },
    body: { reason: 'They do not' },
  }),
  'get /admin/bans': () => ({ query: { at: end, limit: 1000, page: 1 } }),
};

/** @type {ValidCalls} */
const reports = {
  'post /reports': async (world) => ({
    body: { kind: 'post', subject: { kind: 'thread', id: await world.newThread() }, username: '', text },
  }),
  'post /reports/appeal': async (world) => {
    const { name, password } = await banned(world);
    const body = { email_or_username: name, password };
    const { json } = await world.recorder.call(world.who('guest'), 'post /login', { body }, 'prepare');
    return { body: { token: json.appeal_token, text: 'I did nothing' } };
  },
  'get /reports/mine': ({ after }) => ({ query: { limit: 10, cursor: last, after } }),
  'get /admin/reports/count': ({ after }) => ({ query: { after } }),
  'get /admin/reports': ({ after }) => ({ query: { limit: 10, cursor: last, after, status: 'open', kind: 'bug' } }),
  'get /admin/reports/:id': async (world) => ({ id: await reported(world), query: { after: world.after } }),
  'post /admin/reports/:id/take': async (world) => ({ id: await reported(world), body: { reason: 'Mine' } }),
  'post /admin/reports/:id/resolve': async (world) => ({
    id: await reported(world),
    body: { answer: 'It is repaired', reason: 'Done' },
  }),
  'post /admin/reports/:id/reopen': async (world) => {
    const id = await reported(world);
    await world.recorder.prepare(world.who('Admin'), 'post /admin/reports/:id/take', { id });
    return { id, body: { reason: 'Not done' } };
  },
  'post /admin/reports/:id/note': async (world) => ({
    id: await reported(world),
    body: { note: 'I saw it too', reason: 'Evidence' },
  }),
};

/** @type {ValidCalls} */
export const peopleCalls = { ...profiles, ...staff, ...reports };
