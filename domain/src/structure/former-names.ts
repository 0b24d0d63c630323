import { toPlaceKey } from './names.js';

interface PlaceNames {
  name: string;
  displayName: string;
}
interface NamedPlace extends PlaceNames {
  sectionId: number;
  subsectionId?: number;
}

interface Places {
  sections: ReadonlyMap<number, NamedPlace & { deleted: boolean }>;
  subsections: ReadonlyMap<number, NamedPlace & { deleted: boolean }>;
  formerNames: Map<string, number>;
}

const maxFormerNames = 1_000;
const maxOfPlace = 20;

const listKeys = ({ name, displayName }: PlaceNames): string[] => [
  ...new Set([toPlaceKey(name), toPlaceKey(displayName)]),
];
const buildKey = ({ sectionId, subsectionId }: NamedPlace, name: string): string =>
  subsectionId === undefined ? name : `${sectionId}\n${name}`;

/** If several places have given up the same name, it refers to the one that did so last. */
export function addFormerNames(state: Places, before: NamedPlace, after: NamedPlace): void {
  const { formerNames, sections, subsections } = state;
  const { sectionId, subsectionId } = after;
  if (!(subsectionId === undefined ? sections.has(sectionId) : subsections.has(subsectionId))) return;
  for (const name of listKeys(before)) {
    if (listKeys(after).includes(name)) continue;
    const key = buildKey(before, name);
    formerNames.delete(key);
    formerNames.set(key, subsectionId ?? sectionId);
  }
  for (const key of formerNames.keys()) {
    if (formerNames.size <= maxFormerNames) return;
    formerNames.delete(key);
  }
}

export function listFormerNames(state: Readonly<Places>): Map<number, string[]> {
  const namesByPlace = new Map<number, string[]>();
  if (state.formerNames.size === 0) return namesByPlace;
  const places: NamedPlace[] = [...state.sections.values(), ...state.subsections.values()].filter(
    ({ deleted }) => !deleted,
  );
  const currentKeys = new Set(places.flatMap((place) => listKeys(place).map((name) => buildKey(place, name))));
  for (const [key, id] of state.formerNames) {
    if (currentKeys.has(key)) continue;
    namesByPlace.set(id, [...(namesByPlace.get(id) ?? []), key.slice(key.indexOf('\n') + 1)].slice(-maxOfPlace));
  }
  return namesByPlace;
}
