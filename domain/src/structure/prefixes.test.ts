import { describe, expect, test } from 'vitest';
import { limits } from '../limits.js';
import { given } from '../testing/given.js';
import { anna, mila } from '../testing/people.js';
import { structure } from './decide.js';
import type { Prefix, StructureEvent } from './events.js';
import { findOfferedPrefix, type PrefixesCommand } from './prefixes.js';

const buildSection = (sectionId: number, displayName = `s${sectionId}`) => ({
  sectionId,
  name: `s${sectionId}`,
  displayName,
  description: '',
  icon: 'default',
  allowThreadsDirect: true,
});
const buildCreatedEvent = (sectionId: number): StructureEvent => ({
  type: 'SectionCreated.v1',
  data: buildSection(sectionId),
});
const bug: Prefix = { id: 71, label: 'Bug', color: 'red' };
const idea: Prefix = { id: 72, label: 'Idea', color: 'blue' };
const sections = [buildCreatedEvent(1), buildCreatedEvent(2)];
const buildPrefixesSetEvent = (prefixes: Prefix[], before: Prefix[] = []): StructureEvent => ({
  type: 'PrefixesSet.v1',
  data: { sectionId: 1, prefixes, before },
});
const set = (prefixes: Prefix[], make: number[] = [], sectionId = 1): PrefixesCommand => ({
  type: 'SetPrefixes',
  sectionId,
  prefixes,
  created: make,
});
const milaContext = { actor: mila, isRole: () => true };

describe('section prefixes', () => {
  test("only Admins can set a section's prefixes and their order", () => {
    given(structure, ...sections)
      .when(set([bug, idea], [71, 72]), milaContext)
      .then(buildPrefixesSetEvent([bug, idea]));
    given(structure, ...sections, buildPrefixesSetEvent([bug, idea]))
      .when(set([idea, bug]), milaContext)
      .then(buildPrefixesSetEvent([idea, bug], [bug, idea]));
    given(structure, ...sections, buildPrefixesSetEvent([bug]))
      .when(set([bug]), milaContext)
      .thenNothing();
    given(structure, ...sections)
      .when(set([bug], [71]), { ...milaContext, actor: anna })
      .thenRefused('not-found');
    given(structure, ...sections)
      .when(set([bug], [71], 9), milaContext)
      .thenRefused('not-found');
  });

  test('prefix ids belong to one section permanently and cannot be reused', () => {
    const events = [...sections, buildPrefixesSetEvent([bug]), buildPrefixesSetEvent([], [bug])];
    given(structure, ...events)
      .when(set([bug]), milaContext)
      .then(buildPrefixesSetEvent([bug]));
    given(structure, ...events)
      .when(set([idea], [71, 72]), milaContext)
      .thenRefused('id-in-use');
    given(structure, ...events)
      .when(set([bug], [], 2), milaContext)
      .thenRefused('changed-since', 'prefixes');
    given(structure, ...sections)
      .when(set([bug]), milaContext)
      .thenRefused('changed-since', 'prefixes');
  });

  test('rejects duplicate, empty or overlong prefix labels, and too many prefixes', () => {
    const refuse = (prefixes: Prefix[]) =>
      given(structure, ...sections)
        .when(set(prefixes, [...new Set(prefixes.map(({ id }) => id))]), milaContext)
        .thenRefused('validation', 'prefixes');
    refuse([bug, { ...idea, label: 'BUG' }]);
    refuse([{ ...bug, label: '' }]);
    refuse([{ ...bug, label: ' Bug' }]);
    refuse([{ ...bug, label: 'x'.repeat(limits.prefixLabel.max + 1) }]);
    refuse(Array.from({ length: limits.prefixes + 1 }, (_, n) => ({ ...bug, id: n + 1, label: `p${n}` })));
  });

  test('accepts prefixes up to the maximum number and length', () => {
    const buildLabel = (n: number) => String(n).padStart(limits.prefixLabel.max, 'x');
    const all = Array.from({ length: limits.prefixes }, (_, n): Prefix => ({
      ...bug,
      id: n + 1,
      label: buildLabel(n),
    }));
    const ids = all.map(({ id }) => id);
    given(structure, ...sections)
      .when(set(all, ids), milaContext)
      .then(buildPrefixesSetEvent(all));
  });

  test('prefixes are available only in their own section, even after it is renamed', () => {
    const prefixRenamed: StructureEvent = {
      type: 'SectionChanged.v1',
      data: { ...buildSection(1, 'Renamed'), before: buildSection(1) },
    };
    const state = [...sections, buildPrefixesSetEvent([bug]), prefixRenamed].reduce(
      structure.evolve,
      structure.initial(),
    );
    expect(findOfferedPrefix(state, 1, 71)).toEqual(bug);
    expect(findOfferedPrefix(state, 2, 71)).toBeNull();
    expect(findOfferedPrefix(state, 1, 72)).toBeNull();
    expect(findOfferedPrefix(state, 1, null)).toBeNull();
  });
});
