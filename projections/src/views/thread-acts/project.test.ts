import { expect, test } from 'vitest';
import { FoldInMemory } from '../../testing/fold-in-memory.js';
import { History } from '../../testing/random-history.js';
import { threadsView } from '../threads/project.js';
import { threadActsView, type ThreadActDocument } from './project.js';

test('What is done to a thread becomes lines; an edit only where the title changes', () => {
  const history = new History();
  const place = { sectionId: 1, subsectionId: null };
  const threadId = history.createThread(1, place, 'first');
  const stream = `thread-${threadId}`;
  const folded = () => new FoldInMemory([threadsView, threadActsView], history.events);
  const title = folded().one<{ id: number; pos: string; title: string }>('threads', threadId)?.title ?? '';
  history.add(stream, { type: 'ThreadLocked.v1', data: { threadId } });
  history.add(stream, { type: 'ThreadEdited.v1', data: { threadId, title, content: 'other words' } });
  history.add(stream, { type: 'ThreadEdited.v1', data: { threadId, title: 'another', content: 'other words' } });
  history.add(stream, { type: 'ThreadMoved.v1', data: { threadId, sectionId: 2, subsectionId: 5, before: place } });
  const acts = history.events.flatMap(({ id }) => folded().one<ThreadActDocument>('threadActs', id) ?? []);
  expect(acts.map(({ kind }) => kind)).toEqual(['locked', 'renamed', 'moved']);
  expect(acts[1]).toMatchObject({ kind: 'renamed', threadId });
  expect(acts[2]).toMatchObject({ from: place, to: { sectionId: 2, subsectionId: 5 } });
});
