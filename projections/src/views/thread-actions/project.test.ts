import { expect, test } from 'vitest';
import { FoldInMemory } from '../../testing/fold-in-memory.js';
import { History } from '../../testing/random-history.js';
import { threadsView } from '../threads/project.js';
import { threadActionsView, type ThreadActionDocument } from './project.js';
import { at, forum, position, getFrom, sample, thread } from '../../testing/sample-events.js';
import type { ProjectedEvent } from '../../view.js';
import { eventTypes, type EventType } from '@guildhall/domain/events.js';

test('records actions on a thread, but an edit only if the title changes', () => {
  const history = new History();
  const place = { sectionId: 1, subsectionId: null };
  const threadId = history.createThread(1, place, 'first');
  const stream = `thread-${threadId}`;
  const foldHistory = () => new FoldInMemory([threadsView, threadActionsView], history.events);
  const title = foldHistory().getOne<{ id: number; pos: string; title: string }>('threads', threadId)?.title ?? '';
  history.add(stream, { type: 'ThreadLocked.v1', data: { threadId } });
  history.add(stream, { type: 'ThreadEdited.v1', data: { threadId, title, content: 'other words' } });
  history.add(stream, { type: 'ThreadEdited.v1', data: { threadId, title: 'another', content: 'other words' } });
  history.add(stream, { type: 'ThreadMoved.v1', data: { threadId, sectionId: 2, subsectionId: 5, before: place } });
  const actions = history.events.flatMap(
    ({ id }) => foldHistory().getOne<ThreadActionDocument>('threadActions', id) ?? [],
  );
  expect(actions.map(({ kind }) => kind)).toEqual(['locked', 'renamed', 'moved']);
  expect(actions[1]).toMatchObject({ kind: 'renamed', threadId });
  expect(actions[2]).toMatchObject({ from: place, to: { sectionId: 2, subsectionId: 5 } });
});

const project = (event: ProjectedEvent, existing: object = {}) =>
  threadActionsView.project(event, getFrom({ ...forum, ...existing }));
const move = { from: { sectionId: 1, subsectionId: null }, to: { sectionId: 1, subsectionId: 2 } };
const kinds: Partial<Record<EventType, Partial<ThreadActionDocument>>> = {
  'ThreadLocked.v1': { kind: 'locked' },
  'ThreadUnlocked.v1': { kind: 'unlocked' },
  'ThreadPinned.v1': { kind: 'pinned' },
  'ThreadUnpinned.v1': { kind: 'unpinned' },
  'ThreadMoved.v1': { kind: 'moved', ...move },
  'ThreadEdited.v1': { kind: 'renamed' },
  'ThreadSolutionSet.v1': { kind: 'solved' },
  'ThreadPrefixSet.v1': { kind: 'prefix-set', toPrefixId: 71 },
};
const noChange = { from: null, to: null, fromPrefixId: null, toPrefixId: null };

test.each(Object.entries(kinds))('thread actions store %s with actor, time and place in log order', (type, kind) => {
  const document = { id: 'event-7', threadId: 10, actorId: 103, at, order: position, ...noChange, ...kind };
  expect(project(sample(type as EventType))).toEqual([{ collection: 'threadActions', document }]);
});

test.each([
  ['prefix-changed', 71, 72],
  ['prefix-removed', 71, null],
] as const)('thread actions store a prefix change as %s', (kind, before, prefixId) => {
  const [change] = project({ ...sample('ThreadPrefixSet.v1'), data: { threadId: 10, prefixId, before } });
  expect(change?.document).toMatchObject({ kind, fromPrefixId: before, toPrefixId: prefixId });
});

test('thread actions store no actor for the installation, and an empty time if an event has none', () => {
  const [change] = project({ ...sample('ThreadLocked.v1'), metadata: { actorId: 'system' } });
  expect(change?.document).toMatchObject({ actorId: null, at: '' });
});

test('thread actions include an edit only if it changes the title of an existing thread', () => {
  const { title } = sample('ThreadEdited.v1').data;
  expect(project(sample('ThreadEdited.v1'), { threads: [{ ...thread, title }] })).toEqual([]);
  expect(project(sample('ThreadEdited.v1'), { threads: [] })).toEqual([]);
});

test.each(eventTypes.filter((type) => !kinds[type]))('thread actions do not include %s', (type) => {
  expect(project(sample(type))).toEqual([]);
});
