import { describe, test } from 'vitest';
import { structure } from '../structure/decide.js';
import type { StructureEvent } from '../structure/events.js';
import { annasThread, forum } from '../testing/forum.js';
import { given } from '../testing/given.js';
import { anna, bram, buildHolder, mila } from '../testing/people.js';
import { thread, type ThreadCommand } from './decide.js';
import { buildOppositeCommand } from '../undo/undo.js';
import { threadUndo } from '../undo/tables.js';

const bug = { id: 71, label: 'Bug', color: 'red' } as const;
const prefixesSet: StructureEvent = { type: 'PrefixesSet.v1', data: { sectionId: 1, prefixes: [bug], before: [] } };
const withPrefix = structure.evolve(structuredClone(forum), prefixesSet);
const buildContext = (actor: typeof anna) => ({ actor, structure: withPrefix });
const create = (prefixId: number | null): ThreadCommand => {
  const { threadId, title, content, locked, sticky } = annasThread.data;
  const place = { sectionId: 1, subsectionId: null };
  return { type: 'CreateThread', threadId, place, title, content, locked, sticky, prefixId };
};
const buildPrefixSetEvent = (prefixId: number | null, before: number | null) =>
  ({ type: 'ThreadPrefixSet.v1', data: { threadId: 10, prefixId, before } }) as const;
const change = (prefixId: number | null): ThreadCommand => ({ type: 'ChangeThread', prefixId });

describe('thread prefix', () => {
  test("authors can choose one of the section's prefixes for their thread", () => {
    given(thread)
      .when(create(71), buildContext(anna))
      .then({ ...annasThread, data: { ...annasThread.data, prefixId: 71 } });
    given(thread).when(create(null), buildContext(anna)).then(annasThread);
    given(thread).when(create(72), buildContext(anna)).thenRefused('validation', 'prefix_id');
  });

  test('members who can edit a thread can change or remove its prefix', () => {
    given(thread, annasThread).when(change(71), buildContext(anna)).then(buildPrefixSetEvent(71, null));
    given(thread, annasThread)
      .when(change(71), buildContext(buildHolder('delete_topics')))
      .then(buildPrefixSetEvent(71, null));
    given(thread, annasThread, buildPrefixSetEvent(71, null))
      .when(change(null), buildContext(mila))
      .then(buildPrefixSetEvent(null, 71));
    given(thread, annasThread, buildPrefixSetEvent(71, null)).when(change(71), buildContext(anna)).thenNothing();
    given(thread, annasThread).when(change(71), buildContext(bram)).thenRefused('forbidden');
    given(thread, annasThread).when(change(72), buildContext(anna)).thenRefused('validation', 'prefix_id');
  });

  test('a thread retains a prefix that its section no longer offers, even when edited', () => {
    const threadMoved = {
      type: 'ThreadMoved.v1',
      data: { threadId: 10, sectionId: 3, subsectionId: null, before: { sectionId: 1, subsectionId: null } },
    } as const;
    given(thread, annasThread, buildPrefixSetEvent(71, null), threadMoved)
      .when({ type: 'ChangeThread', title: 'new', prefixId: 71 }, buildContext(mila))
      .then({ type: 'ThreadEdited.v1', data: { threadId: 10, title: 'new', content: 'sealed content' } });
  });

  test('an undo can restore a thread prefix that the section no longer offers', () => {
    const withdrawn = structure.evolve(structuredClone(withPrefix), {
      type: 'PrefixesSet.v1',
      data: { sectionId: 1, prefixes: [], before: [bug] },
    });
    const undo = buildOppositeCommand(threadUndo, buildPrefixSetEvent(null, 71)) ?? change(71);
    given(thread, annasThread, buildPrefixSetEvent(71, null), buildPrefixSetEvent(null, 71))
      .when(undo, { actor: mila, structure: withdrawn })
      .then(buildPrefixSetEvent(71, null));
    given(thread, annasThread, buildPrefixSetEvent(71, null), buildPrefixSetEvent(null, 71))
      .when(change(71), { actor: mila, structure: withdrawn })
      .thenRefused('validation', 'prefix_id');
  });
});
