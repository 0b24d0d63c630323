import { guestRole } from '@guildhall/domain/roles.js';
import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import styles from './audit.module.css';
import { describeChanges, type Change, type Names } from './changes.js';
import { texts } from './texts.js';
import type { RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { useMemo } from 'react';
import { useResponse } from '../../../queries/use-response.js';

const maxShown = 3;

export function Changes({ before, after }: Pick<AuditRow, 'before' | 'after'>) {
  const names = useNames();
  const changes = describeChanges({ before, after }, names);
  const otherChanges = changes.slice(maxShown);
  return (
    <>
      <List changes={changes.slice(0, maxShown)} />
      {otherChanges.length > 0 && (
        <details>
          <summary className="disclosure text-13">{texts.moreChanges(otherChanges.length)}</summary>
          <List changes={otherChanges} />
        </details>
      )}
    </>
  );
}

function List({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return null;
  return (
    <ul role="list" className="code">
      {changes.map(({ label, before, after }, index) => (
        <li key={index} dir="auto">
          {label !== null && <span className={`color-text ${styles['fieldLabel']}`}>{label} </span>}
          <ChangeValues before={before} after={after} />
        </li>
      ))}
    </ul>
  );
}

export function ChangeValues({ before, after }: Pick<Change, 'before' | 'after'>) {
  return (
    <>
      {before !== null && (
        <del className="color-removed">
          <span className="visually-hidden">{texts.before} </span>
          <bdi>{before}</bdi>
        </del>
      )}
      {before !== null && after !== null && <span aria-hidden="true"> → </span>}
      {after !== null && (
        <ins className="color-added no-underline">
          <span className="visually-hidden"> {texts.after} </span>
          <bdi>{after}</bdi>
        </ins>
      )}
    </>
  );
}

const staleAfterMs = 60_000;

/** Includes deleted roles, places and prefixes because entries may refer to them. */
function useNames(): Names {
  const { body: roles } = useResponse<RoleRow[]>('/admin/roles', { freshMs: staleAfterMs });
  const { body: sections } = useResponse<SectionRow[]>('/forums/sections?deleted=1', { freshMs: staleAfterMs });
  return useMemo(() => collectNames(roles ?? [], sections ?? []), [roles, sections]);
}

export function collectNames(roles: readonly RoleRow[], sections: readonly SectionRow[]): Names {
  const places = [sections, sections.flatMap(({ subcategories }) => subcategories)];
  const [roleNames, sectionNames, subsectionNames] = [roles, ...places].map(
    (rows) => new Map(rows.map(({ id, display_name }) => [id, display_name])),
  );
  const labels = new Map(sections.flatMap(({ prefixes }) => prefixes).map(({ id, label }) => [id, label]));
  return {
    role: (id) => (id === guestRole.id ? guestRole.name : (roleNames?.get(id) ?? String(id))),
    section: (id) => sectionNames?.get(id) ?? String(id),
    subsection: (id) => subsectionNames?.get(id) ?? String(id),
    prefix: (id) => labels.get(id) ?? String(id),
  };
}
