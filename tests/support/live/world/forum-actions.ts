import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { prefixColors } from '@guildhall/domain/structure/events.js';
import type { Action, Aggregate, World } from './world.js';

const emojis = ['like', 'wow', null];

type Kind = 'threads' | 'posts';

async function create(world: World, kind: Kind, deleted: boolean): Promise<Aggregate> {
  const { site, things } = world;
  const threadId = await site.createThread();
  const created: Aggregate = { id: kind === 'threads' ? threadId : await site.createReply(threadId, site.admin) };
  (kind === 'threads' ? things.threads : things.replies).push(created);
  if (deleted) created.deleted = await world.sendAsAdmin('DELETE', `/forums/${kind}/${created.id}`);
  return created;
}

/** Acts on a new aggregate if the existing one's place was deleted. */
async function retryUntilFound(
  world: World,
  kind: Kind,
  deleted: boolean,
  step: (thing: Aggregate) => Promise<boolean>,
) {
  const ids = kind === 'threads' ? world.things.threads : world.things.replies;
  const target = await world.pickOrCreate(ids, deleted, () => create(world, kind, deleted));
  if (!(await step(target))) await step(await create(world, kind, deleted));
}

const remove =
  (kind: Kind): Action =>
  (world) =>
    retryUntilFound(
      world,
      kind,
      false,
      async (target) => (target.deleted = await world.sendAsAdmin('DELETE', `/forums/${kind}/${target.id}`)),
    );

const restore =
  (kind: Kind): Action =>
  (world) =>
    retryUntilFound(world, kind, true, async (target) => {
      target.deleted = !(await world.sendAsAdmin('POST', `/forums/${kind}/${target.id}/restore`));
      return !target.deleted;
    });

const setFlags =
  (...flags: { locked?: boolean; sticky?: boolean }[]): Action =>
  (world) =>
    retryUntilFound(world, 'threads', false, async ({ id }) => {
      const texts = { title: world.site.createName(), content: world.site.createName() };
      let hasSucceeded = true;
      for (const flagChange of flags)
        hasSucceeded =
          (await world.sendAsAdmin('PUT', `/forums/threads/${id}`, { ...texts, ...flagChange })) && hasSucceeded;
      return hasSucceeded;
    });

/** Adds a prefix to the section that is never deleted. @returns the prefix's id */
async function offerPrefix(world: World): Promise<number | undefined> {
  const { site } = world;
  const readPrefixes = async () => {
    const sections = await site.get<SectionRow[]>('/forums/sections', site.admin);
    return sections.find(({ id }) => id === site.section)?.prefixes ?? [];
  };
  const label = site.createName().slice(0, 30);
  const prefixes = [...(await readPrefixes()).slice(-5), { label, color: world.pick(prefixColors) }];
  await world.sendAsAdmin('PUT', `/forums/sections/${site.section}/prefixes`, { prefixes });
  return (await readPrefixes()).at(-1)?.id;
}

const setPrefix: Action = async (world) => {
  const prefix_id = await offerPrefix(world);
  return retryUntilFound(world, 'threads', false, ({ id }) =>
    world.sendAsAdmin('PUT', `/forums/threads/${id}`, {
      title: world.site.createName(),
      content: 'With a prefix',
      prefix_id,
    }),
  );
};

/** Marks a reply in a section for questions, and creates one if there is none. */
const markSolution: Action = async (world) => {
  const { site, things } = world;
  const mark = (threadId: number, post_id: number) =>
    world.sendAsAdmin('PUT', `/forums/threads/${threadId}/solution`, { post_id });
  for (const { id, threadId } of things.replies) if (threadId && (await mark(threadId, id))) return;
  const section_id = await site.createSection({ questions: 1 });
  const threadId = await site.createThread(site.member, { section_id });
  await mark(threadId, await site.createReply(threadId));
};

function buildRandomPlace(world: World): { section_id: number; subsection_id: number | null } {
  const section_id = world.section;
  const subsections = world.things.subsections.filter(({ sectionId, deleted }) => sectionId === section_id && !deleted);
  return { section_id, subsection_id: world.pick([null, ...subsections])?.id ?? null };
}

const react =
  (kind: Kind): Action =>
  (world) =>
    retryUntilFound(world, kind, false, async ({ id }) => {
      const body = { kind: kind === 'threads' ? 'thread' : 'post', id };
      await world.send('PUT', '/forums/reactions', { ...body, emoji: world.pick(emojis) }, { as: world.anyone });
      return world.sendAsAdmin('PUT', '/forums/reactions', { ...body, emoji: world.pick(['love', 'wow']) });
    });

export const forumActions: Readonly<Record<string, Action>> = {
  'begin a thread': async (world) => {
    const texts = { title: world.site.createName(), content: `Hello @${world.site.other.name}` };
    const body = { ...buildRandomPlace(world), ...texts };
    const { status, json } = await world.send('POST', '/forums/threads', body, { as: world.anyone });
    if (status < 300) world.things.threads.push({ id: (json as { id: number }).id });
  },
  reply: (world) =>
    retryUntilFound(world, 'threads', false, async ({ id }) => {
      const targets = world.things.replies.filter(({ threadId, deleted }) => threadId === id && !deleted);
      const reply_to = world.pick([null, ...targets])?.id ?? null;
      const body = { thread_id: id, reply_to, content: `An answer for @${world.site.member.name}` };
      const { status, json } = await world.send('POST', '/forums/posts', body, { as: world.anyone });
      if (status < 300) world.things.replies.push({ id: (json as { id: number }).id, threadId: id });
      return status < 300;
    }),
  'edit a thread': setFlags({}),
  'set the prefix of a thread': setPrefix,
  'mark a solution': markSolution,
  'lock a thread': setFlags({ locked: true }),
  'lock a thread and open it': setFlags({ locked: true }, { locked: false }),
  'pin a thread': setFlags({ sticky: true }),
  'pin a thread and let it go': setFlags({ sticky: true }, { sticky: false }),
  'move a thread': (world) =>
    retryUntilFound(world, 'threads', false, async ({ id }) => {
      await world.sendAsAdmin('POST', `/forums/threads/${id}/move`, buildRandomPlace(world));
      return world.sendAsAdmin('POST', `/forums/threads/${id}/move`, buildRandomPlace(world));
    }),
  'move a thread away and back': async (world) => {
    const { id } = await create(world, 'threads', false);
    const otherSubsection = await world.site.createSubsection();
    world.things.subsections.push({ id: otherSubsection, sectionId: world.site.section });
    for (const subsection_id of [otherSubsection, null]) {
      await world.sendAsAdmin('POST', `/forums/threads/${id}/move`, { section_id: world.site.section, subsection_id });
    }
  },
  'delete a thread': remove('threads'),
  'restore a thread': restore('threads'),
  'edit a reply': (world) =>
    retryUntilFound(world, 'posts', false, ({ id }) =>
      world.sendAsAdmin('PUT', `/forums/posts/${id}`, { content: world.site.createName() }),
    ),
  'delete a reply': remove('posts'),
  'restore a reply': restore('posts'),
  'react to a thread': react('threads'),
  'react to a reply': react('posts'),
};
