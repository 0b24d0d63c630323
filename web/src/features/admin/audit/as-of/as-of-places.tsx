import { placeFlags } from '@guildhall/domain/permissions.js';
import type { PermissionEntryRow, RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { EmptyState } from '../../../../ui/empty-state.js';
import { WideTable } from '../../../../ui/table/wide-table.js';
import { AsyncContent } from '../../../../ui/loading/async-content.js';
import { useResponse } from '../../../../queries/use-response.js';
import { flagTexts } from '../../shared/permission-texts.js';
import styles from '../shared/audit.module.css';
import type { Names } from '../shared/changes.js';
import { namesIn } from '../shared/names.js';
import { texts } from '../shared/texts.js';

const words = texts.then;
const sectionsAt = (at: string) => `/forums/sections?at=${encodeURIComponent(at)}`;

export function StructureAsOf({ at }: { at: string }) {
  const response = useResponse<SectionRow[]>(sectionsAt(at));
  return (
    <AsyncContent answer={response} height={240}>
      {(sections) =>
        sections.length === 0 ? (
          <EmptyState>{words.noSections}</EmptyState>
        ) : (
          <ol role="list" className={styles['places']}>
            {sections.map((section) => (
              <li key={section.id}>
                <Place place={section} />
                {!section.allow_threads_direct && <p className={styles['faint']}>{words.notDirect}</p>}
                <ol role="list" className={`margin-top-8 ${styles['nested']}`}>
                  {section.subcategories.map((place) => (
                    <li key={place.id}>
                      <Place place={place} />
                    </li>
                  ))}
                </ol>
              </li>
            ))}
          </ol>
        )
      }
    </AsyncContent>
  );
}

function Place({
  place: { display_name, name, description },
}: {
  place: Omit<SectionRow, 'subcategories'> | SectionRow['subcategories'][number];
}) {
  return (
    <>
      <p>
        <strong dir="auto">{display_name}</strong> <span className="hint mono">{name}</span>
      </p>
      <p className={styles['faint']} dir="auto">
        {description}
      </p>
    </>
  );
}

/** Entries are shown with the names of that moment: three responses, of which any may fail. */
export function PermissionsAsOf({ at }: { at: string }) {
  const moment = encodeURIComponent(at);
  const entries = useResponse<PermissionEntryRow[]>(`/forums/permissions?at=${moment}`);
  const sections = useResponse<SectionRow[]>(sectionsAt(at));
  const roles = useResponse<RoleRow[]>(`/admin/roles?at=${moment}`);
  return (
    <AsyncContent answer={entries} height={200}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState>{words.noEntries}</EmptyState>
        ) : (
          <WideTable label={words.views.permissions} head={[...words.entryHead, ...Object.values(flagTexts)]}>
            {rows.map((row) => (
              <Entry key={row.id} row={row} names={namesIn(roles.body ?? [], sections.body ?? [])} />
            ))}
          </WideTable>
        )
      }
    </AsyncContent>
  );
}

function Entry({ row, names }: { row: PermissionEntryRow; names: Names }) {
  const { section_id: section, subsection_id: subsection, role_id: role } = row;
  return (
    <tr>
      <th scope="row">{subsection === null ? names.section(section ?? 0) : names.subsection(subsection)}</th>
      <td>{names.role(role)}</td>
      {placeFlags.map((flag) => (
        <td key={flag} className={row[flag] ? styles['good'] : styles['bad']}>
          {row[flag] ? texts.yes : texts.no}
        </td>
      ))}
    </tr>
  );
}
