import type { PermissionEntryRow, RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import type { PrefixRow, SectionRow, SubsectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '../../../queries/client.js';
import { send, getAll } from '../../../shared/api/api.js';
import { loadSections, getPlaceRow, useSections, type Place } from '../../../shared/state/sections.js';
import { withUndo } from '../shared/undo-actions.js';
import { listEntriesToSend, type OwnFlags } from './matrix.js';
import { texts } from './texts.js';

export interface Forums {
  sections: SectionRow[];
  entries: PermissionEntryRow[];
  roles: RoleRow[];
}

const queryKey = ['forums manager'];

export function useForums() {
  const changedAt = useSections((state) => state.position);
  useEffect(() => void loadForums(), [changedAt]);
  return useQuery<Forums>(
    {
      queryKey,
      queryFn: async () => {
        const [sections, entries, roles] = await Promise.all([
          getAll<SectionRow>('/forums/sections?deleted=1'),
          getAll<PermissionEntryRow>('/forums/permissions'),
          getAll<RoleRow>('/admin/roles'),
        ]);
        return { sections: sections.body, entries: entries.body, roles: roles.body };
      },
    },
    queryClient,
  );
}

export const loadForums = () => queryClient.invalidateQueries({ queryKey });

export function showOrder(change: (sections: SectionRow[]) => SectionRow[]): void {
  void queryClient.cancelQueries({ queryKey }); // A reload in progress would restore the previous order.
  queryClient.setQueryData<Forums>(queryKey, (forums) => forums && { ...forums, sections: change(forums.sections) });
}

export async function loadChanged(): Promise<void> {
  await Promise.all([loadForums(), loadSections()]);
}

const buildAddress = ({ section, subsection }: Place): string =>
  subsection ? `/forums/subsections/${subsection.id}` : `/forums/sections/${section.id}`;

export const filterExisting = <Row extends { deleted?: true }>(rows: readonly Row[]): Row[] =>
  rows.filter(({ deleted }) => !deleted);

export function deletePlace(place: Place, key: string) {
  const call = send<WriteResponse>('DELETE', buildAddress(place), key, {});
  return withUndo(call, texts.deleted(getPlaceRow(place).display_name), loadChanged);
}

export function restorePlace(place: Place, key: string) {
  const call = send<WriteResponse>('POST', `${buildAddress(place)}/restore`, key, {});
  return withUndo(call, texts.restored(getPlaceRow(place).display_name), loadChanged);
}

export interface PlaceFields {
  name: string;
  display_name: string;
  description: string;
  icon: string;
  allow_threads_direct: boolean;
  rules: string;
  questions: boolean;
}

/** `editedPlace` is null for a new place. `section` is the parent of a subsection, and null for a section. */
export interface PlaceTarget {
  section: SectionRow | null;
  editedPlace: SectionRow | SubsectionRow | null;
}

export function savePlace({ editedPlace, section }: PlaceTarget, fields: PlaceFields, key: string) {
  const { allow_threads_direct, rules, questions, display_name, ...rest } = fields;
  const body = {
    ...rest,
    ...(display_name.trim() === '' ? {} : { display_name }),
    ...(section === null && { allow_threads_direct, rules, questions }),
    ...(section !== null && !editedPlace && { section_id: section.id }),
  };
  const path = section === null ? '/forums/sections' : '/forums/subsections';
  const shownName = display_name.trim() || fields.name;
  if (!editedPlace)
    return withUndo(send<WriteResponse>('POST', path, key, body), texts.form.added(shownName), loadChanged);
  const call = send<WriteResponse>('PUT', `${path}/${editedPlace.id}`, key, body, editedPlace.version);
  return withUndo(call, texts.form.saved(shownName), loadChanged);
}

export type PrefixDraft = Omit<PrefixRow, 'id'> & { id?: number };

export function savePrefixes(section: SectionRow, prefixes: PrefixDraft[], key: string) {
  const call = send<WriteResponse>('PUT', `/forums/sections/${section.id}/prefixes`, key, { prefixes });
  return withUndo(call, texts.prefixesSaved(section.display_name), loadChanged);
}

export const buildMatrixAddress = ({ section, subsection }: Place): string =>
  `/forums/permissions/matrix?section_id=${section.id}${subsection ? `&subsection_id=${subsection.id}` : ''}`;

export function saveMatrix(place: Place, own: OwnFlags, version: number, key: string) {
  const body = {
    section_id: place.section.id,
    subsection_id: place.subsection?.id ?? null,
    entries: listEntriesToSend(own),
  };
  const call = send<WriteResponse>('PUT', '/forums/permissions', key, body, version);
  return withUndo(call, texts.matrix.saved(getPlaceRow(place).display_name), loadChanged);
}
