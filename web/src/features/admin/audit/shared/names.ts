import type { RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { useMemo } from 'react';
import { useResponse } from '../../../../queries/use-response.js';
import type { Names } from './changes.js';

/** Each entry looks its names up separately. */
const freshMs = 60_000;

/** Names of roles, places and prefixes, also of deleted ones that entries mention; the id where the name is not available. */
export function useNames(): Names {
  const { body: roles } = useResponse<RoleRow[]>('/admin/roles', { freshMs });
  const { body: sections } = useResponse<SectionRow[]>('/forums/sections?deleted=1', { freshMs });
  return useMemo(() => namesIn(roles ?? [], sections ?? []), [roles, sections]);
}

/** The name where the lists have it; the id where they do not. */
export function namesIn(roles: readonly RoleRow[], sections: readonly SectionRow[]): Names {
  const places = [sections, sections.flatMap(({ subcategories }) => subcategories)];
  const [roleNames, sectionNames, subsectionNames] = [roles, ...places].map(
    (rows) => new Map(rows.map(({ id, display_name }) => [id, display_name])),
  );
  const labels = new Map(sections.flatMap(({ prefixes }) => prefixes).map(({ id, label }) => [id, label]));
  return {
    role: (id) => roleNames?.get(id) ?? String(id),
    section: (id) => sectionNames?.get(id) ?? String(id),
    subsection: (id) => subsectionNames?.get(id) ?? String(id),
    prefix: (id) => labels.get(id) ?? String(id),
  };
}
