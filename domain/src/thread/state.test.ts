import { describe, expect, test } from 'vitest';
import { annasThread } from '../testing/forum.js';
import { thread } from './decide.js';
import type { ThreadState } from './state.js';
import type { ThreadEvent } from './events.js';

const id = { threadId: 10 };
const deleted = { type: 'ThreadDeleted.v1', data: id } as const;

describe('thread state', () => {
  test('the thread state reflects every change to the thread', () => {
    const moveData = { sectionId: 1, subsectionId: 2, before: { sectionId: 1, subsectionId: null } };
    const foldEvents = (...events: ThreadEvent[]) =>
      [annasThread, ...events].reduce<ThreadState>(thread.evolve, thread.initial());
    const initialState = { ...annasThread.data, status: 'active', prefixId: null, solutionId: null, version: 1 };
    const flags = [
      { type: 'ThreadLocked.v1', data: id },
      { type: 'ThreadPinned.v1', data: id },
    ] as const;
    expect(foldEvents()).toEqual(initialState);
    expect(foldEvents(...flags)).toEqual({ ...initialState, locked: true, sticky: true });
    expect(foldEvents(...flags, { type: 'ThreadUnlocked.v1', data: id })).toEqual({ ...initialState, sticky: true });
    expect(foldEvents(...flags, { type: 'ThreadUnpinned.v1', data: id })).toEqual({ ...initialState, locked: true });
    expect(foldEvents({ type: 'ThreadMoved.v1', data: { ...id, ...moveData } })).toEqual({
      ...initialState,
      subsectionId: 2,
    });
    expect(foldEvents(deleted)).toEqual({ ...initialState, status: 'deleted' });
    const newTexts = { title: 'Another title', content: 'sealed again' };
    const edit = { type: 'ThreadEdited.v1', data: { ...id, ...newTexts } } as const;
    expect(foldEvents(edit, edit)).toEqual({ ...initialState, ...newTexts, version: 3 });
    // A new prefix is not an edit, so an editor who loaded the thread before it may still save.
    const prefixSet = { type: 'ThreadPrefixSet.v1', data: { ...id, prefixId: 71, before: null } } as const;
    expect(foldEvents(prefixSet)).toEqual({ ...initialState, prefixId: 71 });
    const solutionSet = { type: 'ThreadSolutionSet.v1', data: { ...id, postId: 20, before: null } } as const;
    expect(foldEvents(solutionSet)).toEqual({ ...initialState, solutionId: 20 });
    expect(foldEvents(deleted, { type: 'ThreadRestored.v1', data: id })).toEqual(initialState);
    expect(thread.evolve(thread.initial(), deleted)).toEqual(thread.initial());
  });

  test('a thread ignores unknown event types in its stream', () => {
    const state = thread.evolve(thread.initial(), annasThread);
    expect(thread.evolve(state, { type: 'ThreadPainted.v9', data: id } as never)).toEqual(state);
  });
});
