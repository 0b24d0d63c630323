// @ts-check

/** @typedef {import('../world.mjs').World} World */
/** @typedef {import('../valid-calls.mjs').ValidCalls} ValidCalls */

const last = '9'.repeat(20);
const flags = { can_view: 1, can_post: true, can_reply: 0, can_delete_post: false, can_emoji_react: 1 };
const end = '2100-01-01T00:00:00Z';
/** @param {World} world */
const described = (world) => ({
  ...{ name: world.newName(), display_name: world.newName(), description: 'About it', icon: 'star', reason: 'New' },
});
/** @param {World} world @param {string} operation @param {number} id */
const deleted = async (world, operation, id) => {
  await world.recorder.prepare(world.who('Admin'), operation, { id });
  return id;
};
/** A place that only some may view. @param {World} world */
const hiddenThread = async (world) => {
  const section = await world.newSection();
  const thread = await world.newThread('Admin', { section_id: section });
  const reply = await world.newReply(thread, 'Admin');
  await world.hide(section);
  return { section, thread, reply };
};
/** @param {World} world */
const entry = async (world) => {
  const body = { section_id: await world.newSection(), role_id: 2, ...flags };
  return { ...body, id: await world.made('Admin', 'post /forums/permissions', { body }) };
};
/** @param {World} world */
const reacted = async (world) => {
  const thread = await world.newThread();
  const id = await world.newReply(thread);
  const body = { kind: 'post', id, emoji: 'wow' };
  await world.recorder.prepare(world.who('other'), 'put /forums/reactions', { body });
  return { thread, id };
};

/** @type {ValidCalls} */
const places = {
  'get /forums/sections': ({ after }) => ({ query: { after, deleted: 1, at: end } }),
  'get /forums/subsections/:id': async (world) => {
    const id = await world.newSection();
    await world.newSubsection(id);
    await world.hide(id);
    return { id, query: { after: world.after } };
  },
  'post /forums/sections': (world) => ({ body: { ...described(world), allow_threads_direct: 1 } }),
  'put /forums/sections/:id': async (world) => ({
    id: await world.newSection(),
    body: { ...described(world), allow_threads_direct: 0, rules: 'Be kind.\nNo spam.' },
  }),
  'delete /forums/sections/:id': async (world) => ({ id: await world.newSection(), body: { reason: 'Empty' } }),
  'post /forums/sections/:id/restore': async (world) => ({
    id: await deleted(world, 'delete /forums/sections/:id', await world.newSection()),
    body: { reason: 'A mistake' },
  }),
  'put /forums/sections/:id/prefixes': async (world) => {
    const id = await world.newSection();
    const [known = 0] = await world.offer(id, [{ label: 'Bug', color: 'red' }]);
    const kept = { id: known, label: 'Defect', color: 'orange' };
    return { id, body: { prefixes: [{ label: 'Idea', color: 'blue' }, kept], reason: 'Clearer' } };
  },
  'put /forums/sections/order': async (world) => {
    /** @type {{ id: number }[]} */
    const sections = await world.recorder.prepare(world.who('Admin'), 'get /forums/sections');
    return { body: { ids: sections.map(({ id }) => id).reverse(), reason: 'News last' } };
  },
  'post /forums/subsections': (world) => ({ body: { ...described(world), section_id: world.section } }),
  'put /forums/subsections/:id': async (world) => ({ id: await world.newSubsection(), body: described(world) }),
  'delete /forums/subsections/:id': async (world) => ({ id: await world.newSubsection(), body: { reason: 'Empty' } }),
  'post /forums/subsections/:id/restore': async (world) => ({
    id: await deleted(world, 'delete /forums/subsections/:id', await world.newSubsection()),
    body: { reason: 'A mistake' },
  }),
  'put /forums/subsections/order': async (world) => {
    const section_id = await world.newSection();
    const [first, second] = [await world.newSubsection(section_id), await world.newSubsection(section_id)];
    return { body: { section_id, ids: [second, first], reason: 'By age' } };
  },
  'get /forums/permissions': async (world) => ({ query: { section_id: (await entry(world)).section_id, at: end } }),
  'get /forums/permissions/matrix': async (world) => ({
    query: { section_id: (await entry(world)).section_id, at: end },
  }),
  'post /forums/permissions': async (world) => {
    const section_id = await world.newSection();
    const subsection_id = await world.newSubsection(section_id);
    return { body: { section_id, subsection_id, role_id: 2, ...flags, reason: 'Quiet' } };
  },
  'put /forums/permissions': async (world) => {
    const section_id = await world.newSection();
    const subsection_id = await world.newSubsection(section_id);
    return { body: { section_id, subsection_id, entries: [{ role_id: 2, ...flags }], reason: 'Quiet' } };
  },
  'delete /forums/permissions/:id': async (world) => ({
    id: (await entry(world)).id,
    body: { reason: 'Open again' },
  }),
};

/** @type {ValidCalls} */
const threads = {
  'get /forums/threads': async (world) => ({
    query: { section_id: (await hiddenThread(world)).section, limit: 10, cursor: `1.${last}`, after: world.after },
  }),
  'get /forums/deleted': async (world) => {
    await deleted(world, 'delete /forums/threads/:id', await world.newThread());
    return { query: { section_id: world.section, subsection_id: '', limit: 10, cursor: last, after: world.after } };
  },
  'get /forums/recent': ({ after }) => ({ query: { limit: 10, after } }),
  'get /forums/threads/:id': async (world) => ({
    id: (await hiddenThread(world)).thread,
    query: { after: world.after },
  }),
  'post /forums/threads': (world) => ({
    body: {
      ...{ section_id: world.section, subsection_id: null, title: 'A title', content: 'What it says' },
      ...{ locked: false, sticky: 0, prefix_id: null },
    },
  }),
  'put /forums/threads/:id': async (world) => ({
    id: await world.newThread(),
    body: {
      ...{ title: 'Another title', content: 'What it says now', locked: 0, sticky: false, prefix_id: null },
      reason: 'Off topic',
    },
  }),
  'delete /forums/threads/:id': async (world) => ({ id: await world.newThread(), body: { reason: 'Spam' } }),
  'post /forums/threads/:id/restore': async (world) => ({
    id: await deleted(world, 'delete /forums/threads/:id', await world.newThread()),
    body: { reason: 'Fine after all' },
  }),
  'post /forums/threads/:id/move': async (world) => ({
    id: await world.newThread(),
    body: { section_id: world.section, subsection_id: await world.newSubsection(), reason: 'Off topic' },
  }),
  'post /forums/threads/bulk': async (world) => {
    const ids = [await world.newThread(), await world.newThread('other')];
    const target = { section_id: world.section, subsection_id: await world.newSubsection() };
    return { body: { action: 'move', ids, reason: 'Off topic', ...target } };
  },
  'get /forums/threads/:id/history': async (world) => ({ id: await world.newThread(), query: { limit: 10 } }),
  'get /forums/threads/:id/acts': async (world) => {
    const id = await world.newThread();
    const body = { title: 'A title', content: 'What it says', locked: 1 };
    await world.recorder.prepare(world.who('Admin'), 'put /forums/threads/:id', { id, body });
    return { id, query: { limit: 10, cursor: last, after: world.after } };
  },
  'get /forums/threads/:id/deleted': async (world) => {
    const thread = await world.newThread();
    await deleted(world, 'delete /forums/posts/:id', await world.newReply(thread));
    return { id: thread, query: { limit: 10, after: world.after } };
  },
  'get /forums/thread-titles': async (world) => ({
    query: { threads: `${await world.newThread()},1`, after: world.after },
  }),
  'put /forums/threads/:id/read': async (world) => ({ id: await world.newThread(), body: { order: last } }),
};

/** @type {ValidCalls} */
const posts = {
  'get /forums/posts/:id': async (world) => ({
    id: (await hiddenThread(world)).thread,
    query: { limit: 10, after: world.after },
  }),
  'post /forums/posts': async (world) => ({ body: { thread_id: await world.newThread(), content: 'A reply' } }),
  'put /forums/posts/:id': async (world) => ({
    id: await world.someReply(),
    body: { content: 'Edited', reason: 'Swearing' },
  }),
  'delete /forums/posts/:id': async (world) => ({ id: await world.someReply(), body: { reason: 'Spam' } }),
  'post /forums/posts/:id/restore': async (world) => ({
    id: await deleted(world, 'delete /forums/posts/:id', await world.someReply()),
    body: { reason: 'Fine after all' },
  }),
  'get /forums/posts/:id/history': async (world) => ({ id: await world.someReply(), query: { limit: 10 } }),
  'post /forums/preview': () => ({ body: { content: 'As it **will** be shown\n\n> a quote\n\n@Steve `code`' } }),
  'put /forums/reactions': async (world) => ({ body: { kind: 'thread', id: await world.newThread(), emoji: 'like' } }),
  'get /forums/reactions/:id': async (world) => ({
    id: (await reacted(world)).thread,
    query: { limit: 10, after: world.after },
  }),
  'get /forums/reactions/:kind/:id/people': async (world) => ({
    id: (await reacted(world)).id,
    params: { kind: 'post' },
    query: { limit: 10, cursor: last, after: world.after },
  }),
  'put /forums/watches': async (world) => ({ body: { kind: 'thread', id: await world.newThread(), level: 'muted' } }),
  'get /forums/watches': ({ after }) => ({ query: { limit: 10, cursor: last, after } }),
  'get /forums/watches/:id': async (world) => ({ id: await world.newThread(), query: { after: world.after } }),
  'get /forums/read': async (world) => ({
    query: { threads: `${await world.newThread('other')},1`, after: world.after },
  }),
  'get /forums/read/places': ({ after }) => ({ query: { after } }),
  'put /forums/read': (world) => ({ body: { section_id: world.section, subsection_id: null } }),
};

/** @type {ValidCalls} */
export const forumCalls = { ...places, ...threads, ...posts };
