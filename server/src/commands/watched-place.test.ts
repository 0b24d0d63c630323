import type { StructureState } from '@guildhall/domain/structure/state.js';
import type { ThreadState } from '@guildhall/domain/thread/state.js';
import { expect, test } from 'vitest';
import { findWatchedPlace } from './watched-place.js';

const structure = {
  sections: new Map([[1, {}]]),
  subsections: new Map([[2, { sectionId: 1 }]]),
} as unknown as StructureState;

test('only an existing place or thread can be watched', () => {
  const place = (kind: 'section' | 'subsection', id: number) => findWatchedPlace(structure, { kind, id }, null);
  expect(place('section', 1)).toEqual({ sectionId: 1, subsectionId: null });
  expect(place('subsection', 2)).toEqual({ sectionId: 1, subsectionId: 2 });
  expect([place('section', 2), place('subsection', 1)]).toEqual([null, null]);
  const findPlaceOfThread = (status: string) =>
    findWatchedPlace(structure, { kind: 'thread', id: 7 }, { status, sectionId: 1, subsectionId: 2 } as ThreadState);
  expect(findPlaceOfThread('active')).toMatchObject({ sectionId: 1, subsectionId: 2 });
  expect([findPlaceOfThread('deleted'), findPlaceOfThread('none')]).toEqual([null, null]);
});
