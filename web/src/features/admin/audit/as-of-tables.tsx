import type { BanRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { RoleHolder, RoleRow, PermissionEntryRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import { memberRole } from '@guildhall/domain/roles.js';
import { useState } from 'react';
import { MemberName } from '../../../ui/member.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { When } from '../../../ui/time/when.js';
import { WideTable } from '../../../ui/table/wide-table.js';
import { AsyncContent } from '../../../ui/loading/async-content.js';
import { useResponse } from '../../../queries/use-response.js';
import { keyTexts, flagTexts } from '../shared/permission-texts.js';
import { texts } from './texts.js';
import { placeFlags } from '@guildhall/domain/permissions.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import styles from './audit.module.css';
import type { Names } from './changes.js';
import { namesIn } from './changes-list.js';
import type { SettingsResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import type { ThemeRow } from '@guildhall/domain/wire/schemas/site/themes.js';
import { spellOut } from './kinds.js';

const asOfTexts = texts.asOfView;

export function RolesAsOf({ at }: { at: string }) {
  const response = useResponse<RoleRow[]>(`/admin/roles?at=${encodeURIComponent(at)}`);
  return (
    <AsyncContent answer={response} height={200}>
      {(roles) => (
        <WideTable label={asOfTexts.views.roles} head={asOfTexts.roleHead}>
          {roles.map((role) => (
            <tr key={role.id}>
              <th scope="row" dir="auto">
                {role.display_name}
              </th>
              <td>{role.permissions.map((key) => keyTexts[key].name).join(', ')}</td>
              <td>{role.id === memberRole.id ? asOfTexts.everyoneElse : <Holders role={role} at={at} />}</td>
            </tr>
          ))}
        </WideTable>
      )}
    </AsyncContent>
  );
}

function Holders({ role: { id, holders }, at }: { role: RoleRow; at: string }) {
  const [open, setOpen] = useState(false);
  if (holders === 0) return asOfTexts.nobody;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="disclosure text-13">{asOfTexts.members(holders)}</summary>
      {open && <HolderNames id={id} at={at} />}
    </details>
  );
}

function HolderNames({ id, at }: { id: number; at: string }) {
  const response = useResponse<RoleHolder[]>(`/admin/roles/${id}/holders?at=${encodeURIComponent(at)}`);
  return (
    <AsyncContent answer={response} height={20}>
      {(people) => (
        <ul role="list">
          {people.map(({ id: userId, username }) => (
            <li key={userId}>
              <MemberName name={username} />
            </li>
          ))}
        </ul>
      )}
    </AsyncContent>
  );
}

export function BansAsOf({ at }: { at: string }) {
  const response = useResponse<BanRow[]>(`/admin/bans?at=${encodeURIComponent(at)}`);
  return (
    <AsyncContent answer={response} height={120}>
      {(bans) =>
        bans.length === 0 ? (
          <EmptyState>{asOfTexts.noBans}</EmptyState>
        ) : (
          <WideTable label={asOfTexts.views.bans} head={asOfTexts.banHead}>
            {bans.map(({ user_id, username, until, reason }) => (
              <tr key={user_id}>
                <th scope="row">
                  <MemberName name={username} />
                </th>
                <td>{until === null ? asOfTexts.forEver : <When at={until} />}</td>
                <td dir="auto">{reason ?? asOfTexts.noReason}</td>
              </tr>
            ))}
          </WideTable>
        )
      }
    </AsyncContent>
  );
}

const sectionsAt = (at: string) => `/forums/sections?at=${encodeURIComponent(at)}`;

export function StructureAsOf({ at }: { at: string }) {
  const response = useResponse<SectionRow[]>(sectionsAt(at));
  return (
    <AsyncContent answer={response} height={240}>
      {(sections) =>
        sections.length === 0 ? (
          <EmptyState>{asOfTexts.noSections}</EmptyState>
        ) : (
          <ol role="list" className={styles['places']}>
            {sections.map((section) => (
              <li key={section.id}>
                <Place place={section} />
                {!section.allow_threads_direct && <p className={styles['faint']}>{asOfTexts.notDirect}</p>}
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

/** Shows the names that sections and roles had at that moment; falls back to ids if their request fails. */
export function PermissionsAsOf({ at }: { at: string }) {
  const moment = encodeURIComponent(at);
  const entries = useResponse<PermissionEntryRow[]>(`/forums/permissions?at=${moment}`);
  const sections = useResponse<SectionRow[]>(sectionsAt(at));
  const roles = useResponse<RoleRow[]>(`/admin/roles?at=${moment}`);
  return (
    <AsyncContent answer={entries} height={200}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState>{asOfTexts.noEntries}</EmptyState>
        ) : (
          <WideTable label={asOfTexts.views.permissions} head={[...asOfTexts.entryHead, ...Object.values(flagTexts)]}>
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

export function SettingsAsOf({ at }: { at: string }) {
  const response = useResponse<SettingsResponse>(`/admin/settings?at=${encodeURIComponent(at)}`);
  return (
    <AsyncContent answer={response} height={320}>
      {({ version: _, ...settings }) => (
        <WideTable label={asOfTexts.views.settings} head={asOfTexts.settingHead}>
          {Object.entries(settings).map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{spellOut(name)}</th>
              <td className="break-anywhere multiline">{formatSetting(value)}</td>
            </tr>
          ))}
        </WideTable>
      )}
    </AsyncContent>
  );
}

function formatSetting(value: SettingsResponse[keyof SettingsResponse]): string {
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (value === '' || (Array.isArray(value) && value.length === 0)) return texts.empty;
  if (!Array.isArray(value)) return String(value);
  return value.map((entry) => Object.values(entry).filter(Boolean).join(' · ')).join('\n');
}

export function ThemeAsOf({ at }: { at: string }) {
  const response = useResponse<ThemeRow[]>(`/forums/themes?at=${encodeURIComponent(at)}`);
  return (
    <AsyncContent answer={response} height={320}>
      {(themes) => (
        <ul role="list" className={styles['places']}>
          {themes.map(({ name, css, live }) => (
            <li key={name}>
              <p>
                <strong>{name}</strong> {live && <span className={styles['good']}>{asOfTexts.live}</span>}
              </p>
              <details open={live}>
                <summary className="disclosure text-13">
                  {texts.colours(css.split('\n').filter(Boolean).length)}
                </summary>
                <pre className={`code ${styles['css']}`}>{css}</pre>
              </details>
            </li>
          ))}
        </ul>
      )}
    </AsyncContent>
  );
}
