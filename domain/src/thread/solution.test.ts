import { describe, expect, test } from 'vitest';
import { structure } from '../structure/decide.js';
import { annasThread, forum } from '../testing/forum.js';
import { given } from '../testing/given.js';
import { anna, bram, guestActor, buildHolder, mila } from '../testing/people.js';
import { threadUndo } from '../undo/tables.js';
import { buildOppositeCommand } from '../undo/undo.js';
import { thread, type ThreadCommand } from './decide.js';

const fields = { sectionId: 1, name: 'community', displayName: 'community', description: '', icon: 'default' };
const section = { ...fields, allowThreadsDirect: true };
const questions = structure.evolve(structuredClone(forum), {
  type: 'SectionChanged.v1',
  data: { ...section, questions: true, before: section },
});
const buildContext = (actor: typeof anna) => ({ actor, structure: questions, isReply: true });
const mark = (postId: number | null): ThreadCommand => ({ type: 'SetSolution', postId });
const buildSolutionSetEvent = (postId: number | null, before: number | null) =>
  ({ type: 'ThreadSolutionSet.v1', data: { threadId: 10, postId, before } }) as const;
const threadMoved = {
  type: 'ThreadMoved.v1',
  data: { threadId: 10, sectionId: 4, subsectionId: 5, before: { sectionId: 1, subsectionId: null } },
} as const;

describe('thread solution', () => {
  test.each([
    ['the author', anna],
    ['a holder of moderate_comments', buildHolder('moderate_comments')],
    ['an Admin', mila],
  ])('%s can mark, change and remove the solution', (_, actor) => {
    given(thread, annasThread).when(mark(20), buildContext(actor)).then(buildSolutionSetEvent(20, null));
    given(thread, annasThread, buildSolutionSetEvent(20, null))
      .when(mark(21), buildContext(actor))
      .then(buildSolutionSetEvent(21, 20));
    given(thread, annasThread, buildSolutionSetEvent(20, null))
      .when(mark(null), buildContext(actor))
      .then(buildSolutionSetEvent(null, 20));
    given(thread, annasThread, buildSolutionSetEvent(20, null)).when(mark(20), buildContext(actor)).thenNothing();
  });

  test('rejects a solution marked by a guest or by a member without permission', () => {
    given(thread, annasThread).when(mark(20), buildContext(bram)).thenRefused('forbidden');
    given(thread, annasThread)
      .when(mark(20), buildContext(buildHolder('delete_topics', 'lock_topics')))
      .thenRefused('forbidden');
    given(thread, annasThread).when(mark(20), buildContext(guestActor)).thenRefused('must-be-logged-in');
  });

  test('rejects a solution that is not a visible reply in the thread', () => {
    given(thread, annasThread)
      .when(mark(99), { ...buildContext(anna), isReply: false })
      .thenRefused('solution-reply', 'post_id');
  });

  test('a solution can only be marked in a question section, but can be removed anywhere', () => {
    given(thread, annasThread)
      .when(mark(20), { ...buildContext(anna), structure: forum })
      .thenRefused('no-questions');
    given(thread, annasThread, buildSolutionSetEvent(20, null), threadMoved)
      .when(mark(21), buildContext(anna))
      .thenRefused('no-questions');
    given(thread, annasThread, buildSolutionSetEvent(20, null), threadMoved)
      .when(mark(null), buildContext(anna))
      .then(buildSolutionSetEvent(null, 20));
  });

  test('an undo can restore a deleted solution, even outside question sections', () => {
    const undo = buildOppositeCommand(threadUndo, buildSolutionSetEvent(null, 20)) ?? mark(null);
    given(thread, annasThread, buildSolutionSetEvent(20, null), buildSolutionSetEvent(null, 20))
      .when(undo, { actor: mila, structure: forum, isReply: false })
      .then(buildSolutionSetEvent(20, null));
  });
});

test('a section is no longer a question section after a change without the field `questions`', () => {
  const data = { ...section, before: { ...section, questions: true } } as const;
  const after = structure.evolve(structuredClone(questions), { type: 'SectionChanged.v1', data });
  expect([questions, after].map(({ sections }) => sections.get(1)?.questions)).toEqual([true, undefined]);
  given(structure, { type: 'SectionCreated.v1', data: { ...section, questions: true } })
    .when({ type: 'ChangeSection', section }, { actor: mila, isRole: () => true })
    .then({ type: 'SectionChanged.v1', data });
});
