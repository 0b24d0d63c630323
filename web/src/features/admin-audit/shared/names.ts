import type { RoleRow } from '@guildhall/domain/wire/schemas/roles.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/sections.js';
import { useMemo } from 'react';
import { useResponse } from '../../../queries/use-response.js';
import type { Names } from './changes.js';

/** Each entry asks for the names by itself. */
const freshMs = 60_000;

/** What roles and places are called, also deleted ones, which entries tell of; by id what cannot be learned. */
export function useNames(): Names {
  const { body: roles } = useResponse<RoleRow[]>('/admin/roles', { freshMs });
  const { body: sections } = useResponse<SectionRow[]>('/forums/sections?deleted=1', { freshMs });
  return useMemo(() => namesIn(roles ?? [], sections ?? []), [roles, sections]);
}

/** Of what is in the lists; the id where it is not. */
export function namesIn(roles: readonly RoleRow[], sections: readonly SectionRow[]): Names {
  const places = [sections, sections.flatMap(({ subcategories }) => subcategories)];
  const [roleNames, sectionNames, subsectionNames] = [roles, ...places].map(
    (rows) => new Map(rows.map(({ id, display_name }) => [id, display_name])),
  );
  return {
    role: (id) => roleNames?.get(id) ?? String(id),
    section: (id) => sectionNames?.get(id) ?? String(id),
    subsection: (id) => subsectionNames?.get(id) ?? String(id),
  };
}
