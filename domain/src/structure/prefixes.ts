import { foldName } from '../account/names.js';
import { limits } from '../limits.js';
import { Refusal } from '../refusals.js';
import { isSameJson } from '../same-json.js';
import { requirePlace } from './checks.js';
import type { Prefix, StructureEvent } from './events.js';
import type { StructureState } from './state.js';

export interface PrefixesCommand {
  type: 'SetPrefixes';
  sectionId: number;
  prefixes: Prefix[];
  created: number[];
}

export function decidePrefixes(
  { sectionId, prefixes, created }: PrefixesCommand,
  state: Readonly<StructureState>,
): StructureEvent[] {
  const { section } = requirePlace(state, { sectionId, subsectionId: null });
  if (prefixes.length > limits.prefixes) throw new Refusal('validation', 'prefixes', 'Too many prefixes.');
  if (created.some((id) => state.prefixOwners.has(id))) throw new Refusal('id-in-use');
  const isKnown = (id: number) => created.includes(id) || state.prefixOwners.get(id) === sectionId;
  const ids = prefixes.map(({ id }) => id);
  if (!ids.every(isKnown) || new Set(ids).size < ids.length) throw new Refusal('changed-since', 'prefixes');
  if (prefixes.some(({ label }) => label.trim() !== label || !label || label.length > limits.prefixLabel.max)) {
    throw new Refusal('validation', 'prefixes', `A prefix must have 1 to ${limits.prefixLabel.max} characters.`);
  }
  if (new Set(prefixes.map(({ label }) => foldName(label))).size < prefixes.length) {
    throw new Refusal('validation', 'prefixes', 'Each prefix needs a different label.');
  }
  if (isSameJson(section.prefixes, prefixes)) return [];
  return [{ type: 'PrefixesSet.v1', data: { sectionId, prefixes, before: section.prefixes } }];
}

export function findOfferedPrefix(
  state: Readonly<StructureState>,
  sectionId: number,
  prefixId: number | null,
): Prefix | null {
  if (prefixId === null) return null;
  return state.sections.get(sectionId)?.prefixes.find(({ id }) => id === prefixId) ?? null;
}
