// @ts-check

/** @typedef {import('./world.mjs').World} World */

/**
 * A thread gets a prefix, another one and none; lists and searches are narrowed to one.
 * @param {World} world
 * @param {number} thread
 */
export async function tellOfPrefixes(world, thread) {
  const { recorder, section: section_id } = world;
  const [member, other, admin] = [world.who('member'), world.who('other'), world.who('Admin')];
  const offered = [
    { label: 'Bug', color: 'red' },
    { label: 'Good idea', color: 'blue' },
  ];
  const [bug = 0, idea = 0] = await world.offer(section_id, offered);
  const texts = { title: 'The harbour', content: 'What do we **build** there?' };
  const set = (/** @type {import('./recorder.mjs').Person} */ by, /** @type {number | null} */ prefix_id) =>
    recorder.call(by, 'put /forums/threads/:id', { id: thread, body: { ...texts, prefix_id } }, 'story: prefix');
  await set(member, bug);
  await set(other, idea);
  await set(admin, idea);
  await set(member, 12_345);
  await world.newThread('other', { title: 'A crane', prefix_id: bug });
  for (const person of Object.values(world.cast)) {
    for (const prefix of [bug, idea, 12_345]) {
      const query = { section_id, prefix, after: world.after };
      await recorder.call(person, 'get /forums/threads', { query }, 'story: by prefix');
    }
    for (const q of ['prefix:bug', 'harbour prefix:"good idea"', 'prefix:nothing']) {
      await recorder.call(person, 'get /search', { query: { q, after: world.after } }, 'story: by prefix');
    }
  }
  await set(member, null);
  await recorder.call(member, 'get /forums/threads/:id/acts', { id: thread, query: { after: world.after } });
}
