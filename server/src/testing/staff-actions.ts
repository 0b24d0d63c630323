import type { Actor } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { adminRole, memberRole, permissionKeys } from '@guildhall/domain/roles.js';
import { listSections, listSubsections } from '@guildhall/domain/structure/state.js';
import { samples } from '@guildhall/domain/testing/samples.js';
import fc from 'fast-check';
import type { Services } from '../services.js';
import { testContext } from './services.js';

export const threads = [901, 902];
export const posts = [911, 912];
export const wallPosts = [921, 922];
const players = [931, 932];

/** Section 801 offers these prefixes. */
const offeredPrefixes = [
  { id: 71, label: 'Bug', color: 'red' },
  { id: 72, label: 'Idea', color: 'blue' },
] as const;

export async function makeForum(services: Services, admin: Actor, people: readonly number[]): Promise<void> {
  const { commands } = services;
  const buildNameFields = (name: string) => ({ name, displayName: name, description: '', icon: 'default' });
  for (const sectionId of [801, 802]) {
    const section = { sectionId, ...buildNameFields(`s${sectionId}`), allowThreadsDirect: true };
    await commands.structure({ type: 'CreateSection', section }, admin, testContext());
  }
  for (const subsectionId of [803, 804]) {
    const subsection = { subsectionId, sectionId: 801, ...buildNameFields(`sub${subsectionId}`) };
    await commands.structure({ type: 'CreateSubsection', subsection }, admin, testContext());
  }
  const created = offeredPrefixes.map(({ id }) => id);
  const prefixes = { type: 'SetPrefixes', sectionId: 801, prefixes: offeredPrefixes, created } as const;
  await commands.structure({ ...prefixes, prefixes: [...offeredPrefixes] }, admin, testContext());
  for (const roleId of [701, 702]) {
    await commands.staff({ type: 'CreateRole', roleId, ...buildNameFields(`r${roleId}`) }, admin, testContext());
  }
  const fields = buildGameServer('Survival');
  await commands.games({ type: 'CreateGameServer', serverId: 851, fields }, admin, testContext());
  const text = await services.texts.seal(people[1] ?? 0, 'A text');
  const author = services.policy.getActor(people[1] ?? 0);
  for (const [n, threadId] of threads.entries()) {
    const place = { sectionId: 801, subsectionId: null };
    const command = { threadId, place, title: text, content: text, locked: false, sticky: false } as const;
    await commands.thread(threadId, { type: 'CreateThread', ...command }, author, testContext());
    const postId = posts[n] ?? 0;
    await commands.post(postId, { type: 'PostReply', postId, threadId, content: text }, author, testContext());
  }
  await services.directory.ensure(people);
  for (const wallPostId of wallPosts) {
    const command = { type: 'PostOnWall', wallPostId, ownerId: people[2] ?? 0, content: text } as const;
    await commands.wall(wallPostId, command, author, testContext());
  }
}

let createdCount = 0;

export type Step = { act: number; which: number; how: number };
export const steps = fc.array(fc.record({ act: fc.nat(28), which: fc.nat(5), how: fc.nat(9) }), {
  minLength: 1,
  maxLength: 25,
  // By default, fast-check rarely generates more than ten steps.
  size: 'max',
});

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

export function send(
  services: Services,
  admin: Actor,
  people: readonly number[],
  { act, which, how }: Step,
): Promise<unknown> {
  const { commands } = services;
  const roleId = pick([701, 702], which);
  const userId = pick(people.slice(1), which);
  const sectionId = pick([801, 802], which);
  const threadId = pick(threads, which);
  const name = `n${how}`;
  const facts = { name, displayName: name, description: name, icon: pick(['default', 'star'], how) };
  const runStaff = (command: Parameters<typeof commands.staff>[0]) => commands.staff(command, admin, testContext());
  const runStructure = (command: Parameters<typeof commands.structure>[0]) =>
    commands.structure(command, admin, testContext());
  const runThread = (command: Parameters<typeof commands.thread>[1]) =>
    commands.thread(threadId, command, admin, testContext());
  const entry = {
    can_view: true,
    can_post: how % 2 === 0,
    can_reply: true,
    can_delete_post: how > 4,
    can_emoji_react: true,
  };
  const place = pick(
    [
      { sectionId, subsectionId: null },
      { sectionId: 801, subsectionId: 803 },
    ],
    how,
  );
  const possibleCommands = [
    () => runStaff({ type: 'ChangeRole', roleId, ...facts, color: pick([undefined, '#2e9e5b', '#fff3a0'], how) }),
    () => runStaff({ type: how % 2 ? 'GiveKey' : 'TakeKey', roleId, key: pick(permissionKeys, (how >> 1) + which) }),
    () => runStaff({ type: 'DeleteRole', roleId }),
    () => runStaff({ type: 'RestoreRole', roleId, holders: [] }),
    () => runStaff({ type: 'GiveRole', userId, roleId: pick([701, 702, memberRole.id, adminRole.id], how) }),
    () => {
      const until = pick([null, '2100-01-01T00:00:00.000Z'], how);
      return runStaff({ type: 'Ban', userId, reason: null, until, ...(how > 4 && { siteOnly: true }) });
    },
    () => runStaff({ type: 'Unban', userId }),
    () => {
      const questions = how % 4 === 3 ? {} : ({ questions: true } as const);
      const section = { sectionId, ...facts, allowThreadsDirect: how % 2 === 0, ...questions };
      return runStructure({ type: 'ChangeSection', section });
    },
    () => runStructure({ type: how % 2 ? 'DeleteSection' : 'RestoreSection', sectionId }),
    () => runStructure({ type: how % 2 ? 'DeleteSubsection' : 'RestoreSubsection', subsectionId: 803 }),
    () =>
      runStructure({
        type: 'SetPermissions',
        place,
        entries: [{ roleId: pick([701, memberRole.id], which), ...entry }],
      }),
    () =>
      runStructure({
        type: 'OrderSections',
        sectionIds: reverseIds(listSections(services.policy.structure), 'sectionId'),
      }),
    () => {
      const subsectionIds = reverseIds(listSubsections(services.policy.structure, 801), 'subsectionId');
      return runStructure({ type: 'OrderSubsections', sectionId: 801, subsectionIds });
    },
    () => runStructure({ type: 'ChangeSubsection', subsection: { subsectionId: pick([803, 804], which), ...facts } }),
    () => create(services, admin, how),
    () => {
      const type = pick(['DeleteWallPost', 'RestoreWallPost'] as const, how);
      return commands.wall(pick(wallPosts, which), { type }, admin, testContext());
    },
    () =>
      commands.theme(
        { type: how % 2 ? 'PublishTheme' : 'RemoveTheme', name: pick(['Ocean', 'fire'], which) },
        admin,
        testContext(),
      ),
    () => runThread({ type: 'ChangeThread', locked: how % 2 === 0 }),
    () => runThread({ type: 'ChangeThread', sticky: how % 2 === 0 }),
    () => runThread({ type: 'MoveThread', place }),
    () => runThread({ type: pick(['DeleteThread', 'RestoreThread'] as const, how) }),
    () =>
      commands.post(
        pick(posts, which),
        { type: pick(['DeleteReply', 'RestoreReply'] as const, how) },
        admin,
        testContext(),
      ),
    () => {
      const prefixes = offeredPrefixes.map((prefix) => ({ ...prefix, label: `${prefix.label} ${how}` }));
      return runStructure({ type: 'SetPrefixes', sectionId: 801, prefixes, created: [] });
    },
    () => runThread({ type: 'ChangeThread', prefixId: pick([null, 71, 72], how) }),
    () => runThread({ type: 'SetSolution', postId: pick([null, pick(posts, which)], how) }),
    () => stepOnSite(services, admin, how),
    () => stepOnGameServers(services, admin, how),
    () => stepOnPlayers(services, admin, which, how),
    () => stepOnLinks(services, admin, { accountId: pick(players, which), userId }, how),
  ];
  return pick(possibleCommands, act)().catch(ignoreRefusal);
}

const reverseIds = <K extends string>(things: readonly Record<K, number>[], key: K): number[] =>
  things.map((thing) => thing[key]).reverse();

function create(services: Services, admin: Actor, how: number): Promise<unknown> {
  const id = 10_000 + createdCount++;
  const facts = { name: `made${id}`, displayName: `made${id}`, description: '', icon: 'default' };
  const section = { sectionId: id, ...facts, allowThreadsDirect: true };
  const subsection = { subsectionId: id, sectionId: 802, ...facts };
  const { commands } = services;
  if (how % 3 === 0) return commands.staff({ type: 'CreateRole', roleId: id, ...facts }, admin, testContext());
  return how % 3 === 1
    ? commands.structure({ type: 'CreateSection', section }, admin, testContext())
    : commands.structure({ type: 'CreateSubsection', subsection }, admin, testContext());
}

function stepOnSite(services: Services, admin: Actor, how: number): Promise<unknown> {
  const { commands } = services;
  const theme = { type: 'SaveTheme', name: pick(['Ocean', 'Fire'], how), css: `--color-bg: #00000${how};` } as const;
  if (how < 3) {
    const changes = pick([{ name: `Site ${how}` }, { rules: `Rule ${how}`, about: 'Us' }, { setUp: true }], how);
    return commands.settings({ type: 'ChangeSettings', changes }, admin, testContext());
  }
  if (how < 8) return commands.theme({ ...theme, publish: how % 2 === 0 }, admin, testContext());
  const logo = how === 8 ? null : `/pictures/${how}.webp`;
  const grounds = pick([{}, { ground: 'light' }] as const, createdCount++);
  return commands.theme({ type: 'ChangeLogo', logo, ...grounds }, admin, testContext());
}

const buildGameServer = (name: string, how = 0) => ({
  ...samples['GameServerChanged.v1'].before,
  name,
  ranks: [{ roleId: pick([701, memberRole.id], how), rank: `r${how}` }],
  highestRoleId: memberRole.id,
  bansOnSite: how % 2 === 0,
});

function stepOnGameServers({ commands }: Services, admin: Actor, how: number): Promise<unknown> {
  const id = 20_000 + createdCount++;
  const fields = buildGameServer(`Server ${how}`, how);
  const command = pick(
    [
      { type: 'ChangeGameServer', serverId: 851, fields },
      { type: 'RemoveGameServer', serverId: 851 },
      { type: 'CreateGameServer', serverId: id, fields: { ...fields, name: `Server ${id}` } },
    ] as const,
    how,
  );
  return commands.games(command, admin, testContext());
}

function stepOnPlayers({ commands }: Services, admin: Actor, which: number, how: number): Promise<unknown> {
  const accountId = pick(players, which);
  const until = pick([null, '2100-01-01T00:00:00.000Z'], how);
  const ban = { type: 'BanPlayer', accountId, reason: null, until } as const;
  return commands.games(how % 3 === 0 ? { type: 'UnbanPlayer', accountId } : ban, admin, testContext());
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

function stepOnLinks(
  { commands }: Services,
  admin: Actor,
  { accountId, userId }: { accountId: number; userId: number },
  how: number,
): Promise<unknown> {
  const link = { type: 'LinkAccount', accountId, userId, serverId: null, isRestore: true } as const;
  return commands.games(how % 2 ? { type: 'UnlinkAccount', accountId } : link, admin, testContext());
}
