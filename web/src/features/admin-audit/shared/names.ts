import type { RoleRow } from '@guildhall/domain/wire/schemas/roles.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/sections.js';
import { useMemo } from 'react';
import { create } from 'zustand';
import { get } from '../../../shared/api/api.js';
import type { Names } from './changes.js';

interface NamesState {
  roles: readonly RoleRow[];
  /** Also those that were deleted: acts tell of them. */
  sections: readonly SectionRow[];
}

const useState = create<NamesState>(() => ({ roles: [], sections: [] }));

/** Asks what roles and places are called; what cannot be learned is told by its id. */
export function loadNames(): void {
  void get<RoleRow[]>('/admin/roles').then(
    ({ body }) => useState.setState({ roles: body }),
    () => {},
  );
  void get<SectionRow[]>('/forums/sections?deleted=1').then(
    ({ body }) => useState.setState({ sections: body }),
    () => {},
  );
}

export function useNames(): Names {
  const { roles, sections } = useState();
  return useMemo(() => namesIn(roles, sections), [roles, sections]);
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
