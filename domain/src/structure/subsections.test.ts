import { describe, test } from 'vitest';
import { given } from '../testing/given.js';
import { anna, mila } from '../testing/people.js';
import { structure, type StructureCommand } from './decide.js';
import type { StructureEvent, SubsectionData } from './events.js';

const buildNamedFields = (name: string) => ({ name, displayName: name, description: '', icon: 'default' });
const buildSubsection = (subsectionId: number, sectionId: number, name: string): SubsectionData => ({
  subsectionId,
  sectionId,
  ...buildNamedFields(name),
});
const buildSectionMadeEvent = (sectionId: number, name: string): StructureEvent => ({
  type: 'SectionCreated.v1',
  data: { sectionId, ...buildNamedFields(name), allowThreadsDirect: true },
});
const buildSubsectionCreatedEvent = (data: SubsectionData): StructureEvent => ({ type: 'SubsectionCreated.v1', data });
const create = (data: SubsectionData): StructureCommand => ({ type: 'CreateSubsection', subsection: data });
const change = (subsectionId: number, name: string, options: { icon?: string } = {}): StructureCommand => ({
  type: 'ChangeSubsection',
  subsection: { subsectionId, ...buildNamedFields(name), ...options },
});
const milaContext = { actor: mila, isRole: () => true };

const createdEvents = [
  buildSectionMadeEvent(1, 'games'),
  buildSectionMadeEvent(2, 'news'),
  buildSubsectionCreatedEvent(buildSubsection(11, 1, 'Arena')),
  buildSubsectionCreatedEvent(buildSubsection(12, 1, 'mazes')),
];

describe('managing subsections', () => {
  test('a subsection name must be unique within its section', () => {
    given(structure, ...createdEvents)
      .when(create(buildSubsection(13, 1, 'aRENA')), milaContext)
      .thenRefused('name-taken', 'name', 'That name is already in use here.');
    given(structure, ...createdEvents)
      .when(create({ ...buildSubsection(13, 1, 'duels'), displayName: 'ARENA' }), milaContext)
      .thenRefused('name-taken', 'display_name');
    given(structure, ...createdEvents)
      .when(create(buildSubsection(21, 2, 'Arena')), milaContext)
      .then(buildSubsectionCreatedEvent(buildSubsection(21, 2, 'Arena')));
    given(structure, ...createdEvents)
      .when(create(buildSubsection(13, 1, 'games')), milaContext)
      .then(buildSubsectionCreatedEvent(buildSubsection(13, 1, 'games')));
  });

  test('rejects creating a subsection under an existing id', () => {
    given(structure, ...createdEvents)
      .when(create(buildSubsection(11, 1, 'duels')), milaContext)
      .thenRefused('id-in-use');
  });

  test('rejects creating a subsection in a deleted section', () => {
    given(structure, ...createdEvents, { type: 'SectionDeleted.v1', data: { sectionId: 1 } })
      .when(create(buildSubsection(13, 1, 'duels')), milaContext)
      .thenRefused('not-found');
  });

  test('records the previous fields when a subsection changes', () => {
    given(structure, ...createdEvents)
      .when(change(11, 'duels'), milaContext)
      .then({
        type: 'SubsectionChanged.v1',
        data: { ...buildSubsection(11, 1, 'duels'), before: buildSubsection(11, 1, 'Arena') },
      });
    given(structure, ...createdEvents)
      .when(change(11, 'ARENA'), milaContext)
      .then({
        type: 'SubsectionChanged.v1',
        data: { ...buildSubsection(11, 1, 'ARENA'), before: buildSubsection(11, 1, 'Arena') },
      });
  });

  test('records nothing if no subsection field was changed', () => {
    given(structure, ...createdEvents)
      .when(change(11, 'Arena'), milaContext)
      .thenNothing();
  });

  test('rejects an existing name or an unknown icon for a subsection', () => {
    given(structure, ...createdEvents)
      .when(change(11, 'Mazes'), milaContext)
      .thenRefused('name-taken', 'name');
    given(structure, ...createdEvents)
      .when(change(11, 'duels', { icon: 'toString' }), milaContext)
      .thenRefused('icon-unknown', 'icon');
  });

  const unknown: StructureCommand[] = [
    change(99, 'duels'),
    { type: 'DeleteSubsection', subsectionId: 99 },
    { type: 'RestoreSubsection', subsectionId: 99 },
    { type: 'OrderSubsections', sectionId: 99, subsectionIds: [] },
  ];
  test.each(unknown)('rejects $type with an unknown id as not found', (command) => {
    given(structure, ...createdEvents)
      .when(command, milaContext)
      .thenRefused('not-found');
  });

  test.each([create(buildSubsection(13, 1, 'duels')), change(11, 'duels'), ...unknown])(
    'rejects $type by a member who is not an Admin as not found',
    (command) => {
      given(structure, ...createdEvents)
        .when(command, { ...milaContext, actor: anna })
        .thenRefused('not-found');
    },
  );

  test('records nothing if the order of subsections does not change', () => {
    given(structure, ...createdEvents)
      .when({ type: 'OrderSubsections', sectionId: 1, subsectionIds: [11, 12] }, milaContext)
      .thenNothing();
  });
});
