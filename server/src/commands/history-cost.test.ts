import { randomUUID } from 'node:crypto';
import { streams, type DomainEvent } from '@guildhall/domain/events.js';
import { adminRole } from '@guildhall/domain/roles.js';
import { MemoryLog } from '@guildhall/event-store/testing/memory-log.js';
import { appendLimits, beginning, type StoredEvent } from '@guildhall/event-store/port.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Policy } from '../policy/policy.js';
import { SiteState } from '../policy/site-state.js';
import { testContext } from '../testing/services.js';
import { Commands } from './commands.js';
import { AggregateCache } from './aggregate-cache.js';
import { Fold } from '../log/fold.js';
import { follow } from '@guildhall/domain/follow/decide.js';
import type { CommandResult } from './handle.js';

const admin = 1;
const otherUserId = 2;
const place = { sectionId: 1, subsectionId: null };
const names = { name: 'news', displayName: 'News', description: '', icon: 'news' };
const section = { sectionId: 1, ...names, allowThreadsDirect: true };
const threadId = 50;
const postId = 51;
const wallPostId = 52;
const reportId = 53;

let log: MemoryLog;
let policy: Policy;
let site: SiteState;
let commands: Commands;
beforeEach(() => (log = new MemoryLog()));
afterEach(() => log.close());

async function open(stream: string, history: DomainEvent[]): Promise<void> {
  const thread = { threadId, ...place, authorId: admin, title: 'Title', content: 'Text', locked: false, sticky: false };
  const wall = { wallPostId, parentId: null, ownerId: otherUserId, authorId: admin, content: 'Text' };
  const report = { reportId, kind: 'bug', authorId: otherUserId, subject: null, text: 'Text' } as const;
  await fill(streams.staff, [{ type: 'RoleGiven.v1', data: { userId: admin, roleId: adminRole.id, before: 2 } }]);
  await fill(streams.structure, [{ type: 'SectionCreated.v1', data: section }]);
  await fill(streams.thread(threadId), [{ type: 'ThreadCreated.v1', data: thread }]);
  await fill(streams.post(postId), [
    { type: 'ReplyPosted.v1', data: { postId, threadId, authorId: admin, content: 'Text' } },
  ]);
  await fill(streams.wallPost(wallPostId), [{ type: 'WallPosted.v1', data: wall }]);
  await fill(streams.report(reportId), [{ type: 'ReportFiled.v1', data: report }]);
  await fill(streams.user(otherUserId), [{ type: 'UserRegistered.v1', data: { userId: otherUserId } }]);
  await fill(stream, history);
  policy = new Policy();
  site = new SiteState();
  await policy.load(log);
  await site.load(log);
  commands = new Commands(log, policy, site, () => true);
}

async function fill(stream: string, events: DomainEvent[]): Promise<void> {
  let revision = (await log.readStream(stream)).at(-1)?.revision ?? ('no-stream' as const);
  for (let at = 0; at < events.length; at += appendLimits.events) {
    const stored = events.slice(at, at + appendLimits.events).map(({ type, data }) => ({
      id: randomUUID(),
      type,
      data,
      metadata: { commandId: randomUUID(), at: '2026-01-01T00:00:00.000Z' },
    }));
    ({ revision } = await log.append(stream, stored, revision));
  }
}

async function applyNewEvents(from: string): Promise<string> {
  const events = await log.readAll(from, 1000);
  for (const event of events) {
    commands.apply(event);
    policy.apply(event);
    site.apply(event);
  }
  return events.at(-1)?.position ?? from;
}

async function countWork(act: (n: number) => Promise<CommandResult>) {
  await act(1);
  let position = await applyNewEvents((await log.readAll(beginning, 100_000)).at(-2)?.position ?? beginning);
  position = await applyNewEvents(position);
  const read = vi.spyOn(log, 'readStream');
  const { eventIds } = await act(2);
  const results = await Promise.all(read.mock.results.map(({ value }) => value as Promise<StoredEvent[]>));
  read.mockRestore();
  return { events: results.flat().length, reads: results.length, written: eventIds.length };
}

interface StreamKind {
  name: string;
  stream: string;
  event: (n: number) => DomainEvent;
  act: (n: number) => Promise<CommandResult>;
}

const getSender = () => policy.getActor(admin);
const ban = { reason: null, until: null, before: null, since: '2026-01-01T00:00:00.000Z' };
const chooseEmoji = (n: number) => (n % 2 ? ('like' as const) : null);
const chooseLevel = (n: number) => (n % 2 ? ('watching' as const) : null);
const target = { kind: 'thread', id: threadId } as const;
const kinds: StreamKind[] = [
  {
    name: 'a reply',
    stream: streams.post(postId),
    event: (n) => ({
      type: 'ReplyEdited.v1',
      data: { postId, content: `Text ${n}` },
    }),
    act: (n) => commands.post(postId, { type: 'EditReply', content: `New ${n}` }, getSender(), testContext()),
  },
  {
    name: 'a reply in a thread',
    stream: streams.thread(threadId),
    event: (n) => ({ type: n % 2 ? 'ThreadLocked.v1' : 'ThreadUnlocked.v1', data: { threadId } }),
    act: (n) => {
      const command = { type: 'PostReply', postId: 900 + n, threadId, content: 'Text' } as const;
      return commands.post(command.postId, command, getSender(), testContext());
    },
  },
  {
    name: 'a thread',
    stream: streams.thread(threadId),
    event: (n) => ({ type: n % 2 ? 'ThreadPinned.v1' : 'ThreadUnpinned.v1', data: { threadId } }),
    act: (n) => commands.thread(threadId, { type: 'ChangeThread', content: `New ${n}` }, getSender(), testContext()),
  },
  {
    name: 'a reaction to a reply',
    stream: streams.post(postId),
    event: (n) => ({
      type: n % 2 ? 'ReplyDeleted.v1' : 'ReplyRestored.v1',
      data: { postId, threadId, authorId: admin },
    }),
    act: (n) => {
      const target = { kind: 'post', id: postId } as const;
      return commands.react({ type: 'React', target, emoji: chooseEmoji(n) }, getSender(), testContext());
    },
  },
  {
    name: 'a reaction',
    stream: streams.reaction(threadId, admin),
    event: (n) => {
      const data = { ...target, threadId, userId: admin, emoji: chooseEmoji(n), before: chooseEmoji(n + 1) };
      return { type: 'Reacted.v1', data };
    },
    act: (n) => {
      return commands.react({ type: 'React', target, emoji: chooseEmoji(n) }, getSender(), testContext());
    },
  },
  {
    name: 'a follow',
    stream: streams.follow(admin, otherUserId),
    event: (n) => ({
      type: n % 2 ? 'Followed.v1' : 'Unfollowed.v1',
      data: { followerId: admin, followedId: otherUserId },
    }),
    act: (n) =>
      commands.follow({ type: n % 2 ? 'Follow' : 'Unfollow', followedId: otherUserId }, getSender(), testContext()),
  },
  {
    name: 'an ignore',
    stream: streams.ignore(admin, otherUserId),
    event: (n) => ({ type: n % 2 ? 'Ignored.v1' : 'Unignored.v1', data: { userId: admin, ignoredId: otherUserId } }),
    act: (n) =>
      commands.ignore({ type: n % 2 ? 'Ignore' : 'Unignore', memberId: otherUserId }, getSender(), testContext()),
  },
  {
    name: 'a watch',
    stream: streams.watch(threadId, admin),
    event: (n) => {
      const data = { ...target, userId: admin, level: chooseLevel(n), before: chooseLevel(n + 1) };
      return { type: 'WatchSet.v1', data };
    },
    act: (n) => {
      return commands.watch({ type: 'SetWatch', target, level: chooseLevel(n) }, getSender(), testContext());
    },
  },
  {
    name: 'a wall post',
    stream: streams.wallPost(wallPostId),
    event: (n) => ({
      type: n % 2 ? 'WallPostDeleted.v1' : 'WallPostRestored.v1',
      data: { wallPostId, ownerId: otherUserId, authorId: admin },
    }),
    act: (n) => {
      const type = n % 2 ? 'DeleteWallPost' : 'RestoreWallPost';
      return commands.wall(wallPostId, { type }, getSender(), testContext());
    },
  },
  {
    name: 'a report',
    stream: streams.report(reportId),
    event: (n) => ({ type: 'ReportNoted.v1', data: { reportId, staffId: admin, note: `Note ${n}` } }),
    act: (n) => commands.report(reportId, { type: 'Note', note: `New ${n}` }, getSender(), testContext()),
  },
  {
    name: 'an account',
    stream: streams.user(otherUserId),
    event: () => ({ type: 'AccountChanged.v1', data: { userId: otherUserId } }),
    act: () => commands.account({ type: 'Change', userId: otherUserId }, testContext()),
  },
  {
    name: 'the staff',
    stream: streams.staff,
    event: (n) =>
      n % 2
        ? { type: 'MemberBanned.v1', data: { userId: otherUserId, ...ban } }
        : { type: 'MemberUnbanned.v1', data: { userId: otherUserId, before: { reason: null, until: null } } },
    act: (n) =>
      commands.staff(
        n % 2 ? { type: 'Ban', userId: otherUserId, ...ban } : { type: 'Unban', userId: otherUserId },
        getSender(),
        testContext(),
      ),
  },
  {
    name: 'the structure',
    stream: streams.structure,
    event: (n) => ({ type: n % 2 ? 'SectionDeleted.v1' : 'SectionRestored.v1', data: { sectionId: 1 } }),
    act: (n) =>
      commands.structure(
        { type: n % 2 ? 'DeleteSection' : 'RestoreSection', sectionId: 1 },
        getSender(),
        testContext(),
      ),
  },
  {
    name: 'the theme',
    stream: streams.theme,
    event: (n) => ({ type: 'LogoChanged.v1', data: { logo: `/logo/${n}`, before: `/logo/${n - 1}` } }),
    act: (n) => commands.theme({ type: 'ChangeLogo', logo: `/new/${n}` }, getSender(), testContext()),
  },
  {
    name: 'the settings',
    stream: streams.settings,
    event: (n) => ({ type: 'SettingsChanged.v1', data: { changes: { name: `Site ${n}` }, before: { name: 'Site' } } }),
    act: (n) =>
      commands.settings({ type: 'ChangeSettings', changes: { name: `New ${n}` } }, getSender(), testContext()),
  },
  {
    name: 'the count of players',
    stream: streams.status('2026-01'),
    event: (n) => ({ type: 'PlayersCounted.v1', data: { slot: `2026-01-${n}`, players: n, modes: {} } }),
    act: (n) =>
      commands.countPlayers({ type: 'CountPlayers', slot: `2026-01-x${n}`, players: 1, modes: {} }, testContext()),
  },
];

test.each(kinds)('a command on $name reads no more after ten thousand events than after ten', async (kind) => {
  const workCounts = [];
  for (const events of [10, 10_000]) {
    log = new MemoryLog();
    await open(
      kind.stream,
      Array.from({ length: events }, (_, n) => kind.event(n + 1)),
    );
    workCounts.push(await countWork(kind.act));
    await log.close();
  }
  const [short, long] = workCounts;
  expect(short?.written).toBe(1);
  expect(long).toEqual(short);
  expect(long?.events).toBeLessThanOrEqual(1);
  expect(long?.reads).toBeLessThanOrEqual(2);
});

test('reloads a fold that outgrew the cache limit', async () => {
  const folds = new AggregateCache(100_000);
  const cachedFold = folds.of('follow-1-2', follow);
  expect(folds.of('follow-1-2', follow)).toBe(cachedFold);
  for (let revision = 0; revision < 1_000; revision++) {
    const event = { type: 'Followed.v1', data: { followerId: 1, followedId: 2 } };
    const metadata = { commandId: randomUUID() };
    folds.apply({ ...event, id: randomUUID(), stream: 'follow-1-2', revision, position: `${revision}`, metadata });
  }
  expect(cachedFold.revision).toBeGreaterThan(100);
  expect(cachedFold.revision).toBeLessThan(999);
  expect(folds.of('follow-1-2', follow)).not.toBe(cachedFold);
});

test('an unread fold ignores an event from the middle of its stream', () => {
  const folds = new AggregateCache();
  const fold = folds.of('follow-1-2', follow);
  expect(fold).toBeInstanceOf(Fold);
  const event = { type: 'Followed.v1', data: { followerId: 1, followedId: 2 }, metadata: {} };
  folds.apply({ ...event, id: randomUUID(), stream: 'follow-1-2', revision: 7, position: '8' });
  expect(fold.revision).toBe('no-stream');
});
