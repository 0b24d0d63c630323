import { positionHeader } from '@guildhall/domain/wire/headers.js';
import type { PlaceNumbers } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { SectionRow, SubsectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { findRowByName } from '@guildhall/domain/wire/place-names.js';
import { create } from 'zustand';
import { immer } from 'zustand/middleware/immer';
import { isOlder, toRowPosition, isSameLog } from '../../live/positions.js';
import { getAll } from '../api/api.js';
import { peekPreloaded } from '../api/preloaded-responses.js';
import { onUserChange } from './session.js';
import { onMemberUpdate } from './member-names.js';

export interface Place {
  section: SectionRow;
  subsection: SubsectionRow | null;
}

interface SectionsState {
  sections: SectionRow[] | null;
  position: string | null;
  failed: boolean;
  /** The position of the last update, by place. */
  updatedAt: Record<number, string>;
  /** Incremented when the session changes so that responses to earlier requests are ignored. */
  resets: number;
}

export const useSections = create<SectionsState>()(
  immer((): SectionsState => ({ ...readPreloaded(), failed: false, updatedAt: {}, resets: 0 })),
);

onMemberUpdate(({ id, username }) => {
  useSections.setState(({ sections }) => {
    for (const { last_thread } of listPlaces(sections ?? []))
      if (last_thread?.user_id === id) last_thread.username = username;
  });
});

/** A reload during the first view gets the same preloaded response. */
function readPreloaded(): Pick<SectionsState, 'sections' | 'position'> {
  const { body, headers } = peekPreloaded('/forums/sections') ?? {};
  return { sections: (body as SectionRow[] | undefined) ?? null, position: headers?.[positionHeader] ?? null };
}

onUserChange(() => {
  useSections.setState(({ resets }) => ({
    sections: null,
    position: null,
    failed: false,
    updatedAt: {},
    resets: resets + 1,
  }));
});

/** Reloads the structure and its counts if they are already loaded. */
export async function loadSections(): Promise<void> {
  const { resets } = useSections.getState();
  const isOutdated = () => useSections.getState().resets !== resets;
  try {
    const { body, position } = await getAll<SectionRow>('/forums/sections');
    if (isOutdated()) return;
    useSections.setState((state) => {
      if (position !== null && state.position !== null && isOlder(position, state.position)) return { failed: false };
      const updatedAt = isSameLog(position, state.position) ? state.updatedAt : {};
      const sections = mergeNewer(body, state.sections ?? [], updatedAt, toRowPosition(position) ?? '');
      return { sections, position, failed: false, updatedAt };
    });
  } catch {
    if (!isOutdated()) useSections.setState({ failed: true });
  }
}

export function ensureSections(): void {
  if (!useSections.getState().sections) void loadSections();
}

export function applyPlace({ id, pos, thread_count, post_count, last_thread }: PlaceNumbers): void {
  useSections.setState((state) => {
    const place = listPlaces(state.sections ?? []).find((candidate) => candidate.id === id);
    if (!place || (state.updatedAt[id] ?? toRowPosition(state.position) ?? '') >= pos) return;
    Object.assign(place, { thread_count, post_count, last_thread });
    state.updatedAt[id] = pos;
  });
}

/** Retains updates that are newer than the response because they were received while it was in transit. */
function mergeNewer(
  read: SectionRow[],
  shownSections: SectionRow[],
  updatedAt: Record<number, string>,
  position: string,
): SectionRow[] {
  const updatedRows = listPlaces(shownSections).filter(({ id }) => (updatedAt[id] ?? '') > position);
  const selectNewerRow = <Row extends SubsectionRow | SectionRow>(row: Row): Row => {
    const { thread_count, post_count, last_thread } = updatedRows.find(({ id }) => id === row.id) ?? row;
    return { ...row, thread_count, post_count, last_thread };
  };
  if (updatedRows.length === 0) return read;
  return read.map((section) => ({
    ...selectNewerRow(section),
    subcategories: section.subcategories.map(selectNewerRow),
  }));
}

export const listPlacesIn = (section: SectionRow): Place[] => [
  { section, subsection: null },
  ...section.subcategories.map((subsection) => ({ section, subsection })),
];

const listPlaces = (sections: SectionRow[]): (SectionRow | SubsectionRow)[] =>
  sections.flatMap((section) => [section, ...section.subcategories]);

export function findPlaceByName(sections: SectionRow[], sectionName: string, subsectionName?: string): Place | null {
  const section = findRowByName(sections, sectionName);
  if (!section) return null;
  if (subsectionName === undefined) return { section, subsection: null };
  const subsection = findRowByName(section.subcategories, subsectionName);
  return subsection ? { section, subsection } : null;
}

export interface PlaceIds {
  section_id: number;
  subsection_id: number | null;
}

export const toPlaceIds = ({ section, subsection }: Place): PlaceIds => ({
  section_id: section.id,
  subsection_id: subsection?.id ?? null,
});

export function findPlace(sections: SectionRow[] | null, thread: PlaceIds | null): Place | null {
  const section = sections?.find(({ id }) => id === thread?.section_id);
  if (!section || !thread) return null;
  if (thread.subsection_id === null) return { section, subsection: null };
  const subsection = section.subcategories.find(({ id }) => id === thread.subsection_id);
  return subsection ? { section, subsection } : null;
}

export function findPlaceName(...thread: Parameters<typeof findPlace>): string | undefined {
  const place = findPlace(...thread);
  return place ? getPlaceRow(place).display_name : undefined;
}

export function getPlaceRow(place: Place): SubsectionRow | SectionRow {
  return place.subsection ?? place.section;
}

/** Adds up a place and those of its subsections that the member may see. */
export function sumPlaceCounts({
  section,
  subsection,
}: Place): Pick<SectionRow, 'thread_count' | 'post_count' | 'last_thread'> {
  if (subsection) return subsection;
  const places = [section, ...section.subcategories];
  const newest = places
    .flatMap(({ last_thread }) => last_thread ?? [])
    .sort((one, other) => other.at.localeCompare(one.at));
  return {
    thread_count: places.reduce((sum, place) => sum + place.thread_count, 0),
    post_count: places.reduce((sum, place) => sum + place.post_count, 0),
    last_thread: newest[0] ?? null,
  };
}

/** Such a section accepts threads only in its subsections. */
export function disallowsDirectThreads({ section, subsection }: Place): boolean {
  return subsection === null && !section.allow_threads_direct && section.subcategories.length > 0;
}
