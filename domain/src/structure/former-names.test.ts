import { describe, expect, test } from 'vitest';
import type { SectionData, StructureEvent } from './events.js';
import { listFormerNames } from './former-names.js';
import { createStructureState, evolveStructure } from './state.js';

const buildSection = (sectionId: number, name: string, displayName = name): SectionData => ({
  sectionId,
  name,
  displayName,
  description: '',
  icon: 'forum',
  allowThreadsDirect: true,
});
const buildCreatedEvent = (data: SectionData): StructureEvent => ({ type: 'SectionCreated.v1', data });
const buildSectionRenamedEvent = (before: SectionData, after: SectionData): StructureEvent => ({
  type: 'SectionChanged.v1',
  data: { ...after, before },
});
const foldEvents = (...events: StructureEvent[]) =>
  listFormerNames(events.reduce(evolveStructure, createStructureState()));
const [oldFields, newFields] = [buildSection(1, 'Builds', 'Show builds'), buildSection(1, 'Halls')];

describe('former place names', () => {
  test('former names include previous names and display names', () => {
    expect(foldEvents(buildCreatedEvent(oldFields))).toEqual(new Map());
    expect(foldEvents(buildCreatedEvent(oldFields), buildSectionRenamedEvent(oldFields, newFields))).toEqual(
      new Map([[1, ['builds', 'show builds']]]),
    );
  });

  test('a former name leads to the last place that used it, until another place takes it', () => {
    const [takenFields, leftFields] = [buildSection(2, 'Builds'), buildSection(2, 'Others')];
    const history = [
      buildCreatedEvent(oldFields),
      buildSectionRenamedEvent(oldFields, newFields),
      buildCreatedEvent(takenFields),
    ];
    expect(foldEvents(...history)).toEqual(new Map([[1, ['show builds']]]));
    expect(foldEvents(...history, buildSectionRenamedEvent(takenFields, leftFields)).get(2)).toEqual(['builds']);
    expect(
      foldEvents(
        buildCreatedEvent(oldFields),
        buildSectionRenamedEvent(oldFields, newFields),
        buildSectionRenamedEvent(newFields, oldFields),
      ).get(1),
    ).toEqual(['halls']);
  });

  test('limits the number of former names for a place', () => {
    const history: StructureEvent[] = [buildCreatedEvent(buildSection(1, 'n0'))];
    for (let n = 0; n < 1_500; n++)
      history.push(buildSectionRenamedEvent(buildSection(1, `n${n}`), buildSection(1, `n${n + 1}`)));
    const state = history.reduce(evolveStructure, createStructureState());
    expect(state.formerNames.size).toBe(1_000);
    expect(listFormerNames(state).get(1)).toHaveLength(20);
  });
});
