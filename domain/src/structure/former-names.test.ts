import { describe, expect, test } from 'vitest';
import type { SectionData, StructureEvent } from './events.js';
import { listFormerNames } from './former-names.js';
import { createStructureState, evolveStructure } from './state.js';

const section = (sectionId: number, name: string, displayName = name): SectionData => ({
  sectionId,
  name,
  displayName,
  description: '',
  icon: 'forum',
  allowThreadsDirect: true,
});
const created = (data: SectionData): StructureEvent => ({ type: 'SectionCreated.v1', data });
const sectionRenamed = (before: SectionData, after: SectionData): StructureEvent => ({
  type: 'SectionChanged.v1',
  data: { ...after, before },
});
const after = (...events: StructureEvent[]) => listFormerNames(events.reduce(evolveStructure, createStructureState()));
const [oldFields, newFields] = [section(1, 'Builds', 'Show builds'), section(1, 'Halls')];

describe('former place names', () => {
  test('former names include previous names and display names', () => {
    expect(after(created(oldFields))).toEqual(new Map());
    expect(after(created(oldFields), sectionRenamed(oldFields, newFields))).toEqual(
      new Map([[1, ['builds', 'show builds']]]),
    );
  });

  test('a former name leads to the last place that used it, until another place takes it', () => {
    const [takenFields, leftFields] = [section(2, 'Builds'), section(2, 'Others')];
    const history = [created(oldFields), sectionRenamed(oldFields, newFields), created(takenFields)];
    expect(after(...history)).toEqual(new Map([[1, ['show builds']]]));
    expect(after(...history, sectionRenamed(takenFields, leftFields)).get(2)).toEqual(['builds']);
    expect(
      after(created(oldFields), sectionRenamed(oldFields, newFields), sectionRenamed(newFields, oldFields)).get(1),
    ).toEqual(['halls']);
  });

  test('limits the number of former names for a place', () => {
    const history: StructureEvent[] = [created(section(1, 'n0'))];
    for (let n = 0; n < 1_500; n++) history.push(sectionRenamed(section(1, `n${n}`), section(1, `n${n + 1}`)));
    const state = history.reduce(evolveStructure, createStructureState());
    expect(state.formerNames.size).toBe(1_000);
    expect(listFormerNames(state).get(1)).toHaveLength(20);
  });
});
