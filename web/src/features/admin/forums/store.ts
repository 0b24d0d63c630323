import type { MatrixResponse, PermissionEntryRow, RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import type { PrefixRow, SectionRow, SubsectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { create } from 'zustand';
import { get, send, getAll } from '../../../shared/api/api.js';
import { loadSections, nearest, type Place } from '../../../shared/state/sections.js';
import { showDone } from '../shared/undo-actions.js';
import { entriesToSend, type OwnFlags } from './matrix.js';
import { texts } from './texts.js';

interface Forums {
  /** Includes deleted places. */
  sections: SectionRow[];
  entries: PermissionEntryRow[];
  roles: RoleRow[];
}

interface ForumsState {
  forums: Forums | null;
  failed: boolean;
  /** Why the server refused the last order. */
  fault: string | null;
}

export const useForums = create<ForumsState>(() => ({ forums: null, failed: false, fault: null }));

/** Includes deleted places and the permissions. */
export async function loadForums(): Promise<void> {
  try {
    const [sections, entries, roles] = await Promise.all([
      getAll<SectionRow>('/forums/sections?deleted=1'),
      getAll<PermissionEntryRow>('/forums/permissions'),
      getAll<RoleRow>('/admin/roles'),
    ]);
    useForums.setState({
      forums: { sections: sections.body, entries: entries.body, roles: roles.body },
      failed: false,
    });
  } catch {
    useForums.setState({ failed: true });
  }
}

/** Reloads this page and the navigation after a write. */
export async function loadChanged(): Promise<void> {
  await Promise.all([loadForums(), loadSections()]);
}

const addressOf = ({ section, subsection }: Place): string =>
  subsection ? `/forums/subsections/${subsection.id}` : `/forums/sections/${section.id}`;

export const existing = <Row extends { deleted?: true }>(rows: readonly Row[]): Row[] =>
  rows.filter(({ deleted }) => !deleted);

export async function deletePlace(place: Place, key: string): Promise<void> {
  const { display_name: name } = nearest(place);
  const { body } = await send<WriteResponse>('DELETE', addressOf(place), key, {});
  showDone(texts.deleted(name), body.acts, () => void loadChanged());
  await loadChanged();
}

export async function restorePlace(place: Place, key: string): Promise<void> {
  const { display_name: name } = nearest(place);
  const { body } = await send<WriteResponse>('POST', `${addressOf(place)}/restore`, key, {});
  showDone(texts.restored(name), body.acts, () => void loadChanged());
  await loadChanged();
}

/** `allow_threads_direct` and `rules` exist for sections only. */
export interface PlaceFields {
  name: string;
  display_name: string;
  description: string;
  icon: string;
  allow_threads_direct: boolean;
  rules: string;
}

/** `edited` is null for a new place; `section` is null for a section. */
export interface PlaceTarget {
  section: SectionRow | null;
  edited: SectionRow | SubsectionRow | null;
  kind: 'section' | 'subsection';
}

export async function savePlace(target: PlaceTarget, fields: PlaceFields, key: string): Promise<void> {
  const { kind, edited, section } = target;
  const { allow_threads_direct, rules, display_name, ...rest } = fields;
  const body = {
    ...rest,
    ...(display_name.trim() === '' ? {} : { display_name }),
    ...(kind === 'section' ? { allow_threads_direct, rules } : {}),
    ...(kind === 'subsection' && !edited ? { section_id: section?.id } : {}),
  };
  const path = `/forums/${kind}s`;
  const shownName = display_name.trim() || fields.name;
  const response = edited
    ? await send<WriteResponse>('PUT', `${path}/${edited.id}`, key, body, edited.version)
    : await send<WriteResponse>('POST', path, key, body);
  const message = edited ? texts.form.saved(shownName) : texts.form.added(shownName);
  showDone(message, response.body.acts, () => void loadChanged());
  await loadChanged();
}

export type PrefixDraft = Omit<PrefixRow, 'id'> & { id?: number };

export async function savePrefixes(section: SectionRow, prefixes: PrefixDraft[], key: string): Promise<void> {
  const { body } = await send<WriteResponse>('PUT', `/forums/sections/${section.id}/prefixes`, key, { prefixes });
  showDone(texts.prefixesSaved(section.display_name), body.acts, () => void loadChanged());
  await loadChanged();
}

const queryOf = ({ section, subsection }: Place): string =>
  subsection ? `section_id=${section.id}&subsection_id=${subsection.id}` : `section_id=${section.id}`;

/** Loads the entries of a place and, for a subsection, those of its section, each with a version. */
export async function loadMatrix(place: Place): Promise<{ own: MatrixResponse; section: MatrixResponse | null }> {
  const fetchMatrix = async (target: Place) =>
    (await get<MatrixResponse>(`/forums/permissions/matrix?${queryOf(target)}`)).body;
  const [own, section] = await Promise.all([
    fetchMatrix(place),
    place.subsection ? fetchMatrix({ section: place.section, subsection: null }) : null,
  ]);
  return { own, section };
}

export async function saveMatrix(place: Place, own: OwnFlags, version: number, key: string): Promise<void> {
  const body = {
    section_id: place.section.id,
    subsection_id: place.subsection?.id ?? null,
    entries: entriesToSend(own),
  };
  const response = await send<WriteResponse>('PUT', '/forums/permissions', key, body, version);
  showDone(texts.matrix.saved(nearest(place).display_name), response.body.acts, () => void loadChanged());
  await loadChanged();
}
