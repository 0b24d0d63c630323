import type { DomainEvent } from '@guildhall/domain/events.js';
import { expect, it } from 'vitest';
import { FoldInMemory } from '../../testing/fold-in-memory.js';
import { History } from '../../testing/random-history.js';
import { membersView, type MemberDocument } from '../members/project.js';
import { postsView } from '../posts/project.js';
import { threadsView } from '../threads/project.js';
import { placesView, type PlaceDocument } from './project.js';

const views = [threadsView, postsView, placesView, membersView];
const [threadId, other, firstId] = [100, 200, 20];

/** Ann (1) opens a thread in section 1, Ben (2) replies twice, and Ann opens another thread in subsection 5. */
function buildCounts(...more: DomainEvent[]) {
  const history = new History();
  const place = { sectionId: 1, subsectionId: null };
  const texts = { content: '', locked: false, sticky: false, title: '' };
  const events: DomainEvent[] = [
    { type: 'ThreadCreated.v1', data: { threadId, authorId: 1, ...place, ...texts } },
    { type: 'ReplyPosted.v1', data: { postId: firstId, threadId, authorId: 2, content: '' } },
    { type: 'ReplyPosted.v1', data: { postId: firstId + 1, threadId, authorId: 2, content: '' } },
    { type: 'ThreadCreated.v1', data: { threadId: other, authorId: 1, sectionId: 1, subsectionId: 5, ...texts } },
    ...more,
  ];
  for (const event of events) history.add('any', event);
  const foldedViews = new FoldInMemory(views, history.events);
  const placeCounts = foldedViews
    .listAll<PlaceDocument>('places')
    .map(({ id, threads, posts }) => [id, threads, posts]);
  const countPosts = (userId: number) => foldedViews.getOne<MemberDocument>('members', userId)?.posts;
  return { places: placeCounts, posts: [countPosts(1), countPosts(2)] };
}

const deleteThread: DomainEvent = { type: 'ThreadDeleted.v1', data: { threadId } };
const restoreThread: DomainEvent = { type: 'ThreadRestored.v1', data: { threadId } };
const deleteReply: DomainEvent = { type: 'ReplyDeleted.v1', data: { postId: firstId } };
const restoreReply: DomainEvent = { type: 'ReplyRestored.v1', data: { postId: firstId } };
const buildSection = (threads: number, posts: number) => ['section:1', threads, posts];
const buildSubsection = (threads: number, posts: number) => ['subsection:5', threads, posts];
const move = { threadId, sectionId: 1, subsectionId: 5, before: { sectionId: 1, subsectionId: null } };

it.each<[string, DomainEvent[], unknown[][], number[]]>([
  ['new threads and replies', [], [buildSection(1, 2), buildSubsection(1, 0)], [2, 2]],
  ['a deleted reply', [deleteReply], [buildSection(1, 1), buildSubsection(1, 0)], [2, 1]],
  ['a reply deleted twice', [deleteReply, deleteReply], [buildSection(1, 1), buildSubsection(1, 0)], [2, 1]],
  ['a restored reply', [deleteReply, restoreReply], [buildSection(1, 2), buildSubsection(1, 0)], [2, 2]],
  ['a reply restored without a deletion', [restoreReply], [buildSection(1, 2), buildSubsection(1, 0)], [2, 2]],
  ['a deleted thread', [deleteThread], [buildSection(0, 0), buildSubsection(1, 0)], [1, 2]],
  ['a thread deleted twice', [deleteThread, deleteThread], [buildSection(0, 0), buildSubsection(1, 0)], [1, 2]],
  ['a restored thread', [deleteThread, restoreThread], [buildSection(1, 2), buildSubsection(1, 0)], [2, 2]],
  ['a thread restored without a deletion', [restoreThread], [buildSection(1, 2), buildSubsection(1, 0)], [2, 2]],
  [
    'a deleted reply of a deleted thread',
    [deleteThread, deleteReply],
    [buildSection(0, 0), buildSubsection(1, 0)],
    [1, 1],
  ],
  ['a moved thread', [{ type: 'ThreadMoved.v1', data: move }], [buildSection(0, 0), buildSubsection(2, 2)], [2, 2]],
  [
    'a deleted thread that is moved',
    [deleteThread, { type: 'ThreadMoved.v1', data: move }],
    [buildSection(0, 0), buildSubsection(1, 0)],
    [1, 2],
  ],
])('updates the counts of a place and its authors after %s', (_, events, places, posts) => {
  expect(buildCounts(...events)).toEqual({ places, posts });
});

it('members are listed from verification to erasure', () => {
  const history = new History();
  history.add('user-4', { type: 'UserRegistered.v1', data: { userId: 4 } });
  history.add('user-1', { type: 'UserErased.v1', data: { userId: 1, texts: false } });
  const members = new FoldInMemory(views, history.events).listAll<MemberDocument>('members');
  expect(members.map(({ id, listed }) => [id, listed])).toEqual([
    [1, false],
    [2, true],
    [3, true],
    [4, false],
  ]);
});
