import type { PermissionEntryRow, RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import type { Place } from '../../../shared/state/sections.js';
import { texts } from './texts.js';

/** Notes on a place for an Admin: from whom it is hidden, and for whom it has flags of its own. */
export function notesOf(place: Place, entries: readonly PermissionEntryRow[], roles: readonly RoleRow[]): string[] {
  const { section, subsection } = place;
  const here = entries.filter((entry) =>
    subsection ? entry.subsection_id === subsection.id : entry.section_id === section.id,
  );
  const namesOf = (some: readonly PermissionEntryRow[]) =>
    roles
      .filter(({ id }) => some.some((entry) => entry.role_id === id))
      .map((role) => role.display_name)
      .join(', ');
  const hidden = namesOf(here.filter((entry) => !entry.can_view));
  const narrowed = namesOf(here.filter((entry) => entry.can_view));
  return [
    ...(!subsection && !section.allow_threads_direct ? [texts.onlyInside] : []),
    ...(hidden === '' ? [] : [texts.hiddenFrom(hidden)]),
    ...(narrowed === '' ? [] : [texts.narrowed(narrowed)]),
  ];
}
