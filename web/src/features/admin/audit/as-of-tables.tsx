import { maxPlayersListed } from '@guildhall/domain/wire/list-sizes.js';
import type { PlayerRow } from '@guildhall/domain/wire/schemas/games/accounts.js';
import type { BanRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { GameServerRow } from '@guildhall/domain/wire/schemas/staff/game-servers.js';
import type { RoleHolder, RoleRow, PermissionEntryRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import { memberRole } from '@guildhall/domain/roles.js';
import { useState, type ReactNode } from 'react';
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
import { collectNames } from './changes-list.js';
import type { SettingsResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import type { ThemeRow } from '@guildhall/domain/wire/schemas/site/themes.js';
import { spellOut } from './kinds.js';

const asOfTexts = texts.asOfView;

const buildAddress = (path: string, at: string) => `${path}?at=${encodeURIComponent(at)}`;

function createAsOfTable<Body>(path: string, render: (body: Body, at: string) => ReactNode, none?: string) {
  return function AsOf({ at }: { at: string }) {
    const response = useResponse<Body>(buildAddress(path, at));
    return (
      <AsyncContent answer={response} height={240}>
        {(body) => (Array.isArray(body) && body.length === 0 ? <EmptyState>{none}</EmptyState> : render(body, at))}
      </AsyncContent>
    );
  };
}

export const RolesAsOf = createAsOfTable<RoleRow[]>('/admin/roles', (roles, at) => (
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
));

function Holders({ role: { id, holders }, at }: { role: RoleRow; at: string }) {
  const [open, setOpen] = useState(false);
  const response = useResponse<RoleHolder[]>(open ? buildAddress(`/admin/roles/${id}/holders`, at) : null);
  if (holders === 0) return asOfTexts.nobody;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="disclosure text-13">{asOfTexts.members(holders)}</summary>
      {open && (
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
      )}
    </details>
  );
}

export const BansAsOf = createAsOfTable<BanRow[]>(
  '/admin/bans',
  (bans) => (
    <WideTable label={asOfTexts.views.bans} head={asOfTexts.banHead}>
      {bans.map(({ user_id, username, until, reason, site_only }) => (
        <tr key={user_id}>
          <th scope="row">
            <MemberName name={username} />
          </th>
          <td>
            {until === null ? asOfTexts.forEver : <When at={until} />}
            {site_only && ` ${asOfTexts.onSiteOnly}`}
          </td>
          <td dir="auto">{reason ?? asOfTexts.noReason}</td>
        </tr>
      ))}
    </WideTable>
  ),
  asOfTexts.noBans,
);

export const PlayersAsOf = createAsOfTable<PlayerRow[]>(
  '/admin/game-accounts',
  (players) => (
    <>
      <WideTable label={asOfTexts.views.players} head={asOfTexts.playerHead}>
        {players.map(({ id, name, member, ban }) => (
          <tr key={id}>
            <th scope="row" dir="auto">
              {name}
            </th>
            <td>{member && <MemberName name={member.username} />}</td>
            <td>{ban?.until ? <When at={ban.until} /> : asOfTexts.forEver}</td>
            <td dir="auto">{ban?.reason ?? asOfTexts.noReason}</td>
          </tr>
        ))}
      </WideTable>
      {players.length === maxPlayersListed && <p className="hint">{asOfTexts.onlyRecentBans(maxPlayersListed)}</p>}
    </>
  ),
  asOfTexts.noPlayers,
);

export const GameServersAsOf = createAsOfTable<GameServerRow[]>(
  '/admin/game-servers',
  (servers, at) => <GameServerTable servers={servers} at={at} />,
  asOfTexts.noServers,
);

function GameServerTable({ servers, at }: { servers: readonly GameServerRow[]; at: string }) {
  const roles = useResponse<RoleRow[]>(buildAddress('/admin/roles', at));
  const names = collectNames(roles.body ?? [], []);
  return (
    <WideTable label={asOfTexts.views.servers} head={asOfTexts.serverHead}>
      {servers.map(({ id, name, address, ranks, highest_role_id, bans_on_site }) => (
        <tr key={id}>
          <th scope="row" dir="auto">
            {name}
          </th>
          <td>{address}</td>
          <td dir="auto">{ranks.map(({ role_id, rank }) => `${rank}: ${names.role(role_id)}`).join(', ')}</td>
          <td dir="auto">{names.role(highest_role_id)}</td>
          <td>{bans_on_site ? texts.yes : texts.no}</td>
        </tr>
      ))}
    </WideTable>
  );
}

export const StructureAsOf = createAsOfTable<SectionRow[]>(
  '/forums/sections',
  (sections) => (
    <ol role="list">
      {sections.map((section) => (
        <li key={section.id} className="border-top padding-y-12">
          <Place place={section} />
          {!section.allow_threads_direct && <p className="hint">{asOfTexts.notDirect}</p>}
          {section.questions && <p className="hint">{asOfTexts.questions}</p>}
          <ol role="list" className={`stack margin-top-12 ${styles['nestedTable']}`}>
            {section.subcategories.map((place) => (
              <li key={place.id}>
                <Place place={place} />
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  ),
  asOfTexts.noSections,
);

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
      <p className="hint" dir="auto">
        {description}
      </p>
    </>
  );
}

export const PermissionsAsOf = createAsOfTable<PermissionEntryRow[]>(
  '/forums/permissions',
  (entries, at) => <PermissionTable entries={entries} at={at} />,
  asOfTexts.noEntries,
);

/** Shows the names that sections and roles had at that time, or their ids if the names cannot be loaded. */
function PermissionTable({ entries, at }: { entries: readonly PermissionEntryRow[]; at: string }) {
  const sections = useResponse<SectionRow[]>(buildAddress('/forums/sections', at));
  const roles = useResponse<RoleRow[]>(buildAddress('/admin/roles', at));
  const names = collectNames(roles.body ?? [], sections.body ?? []);
  return (
    <WideTable label={asOfTexts.views.permissions} head={[...asOfTexts.entryHead, ...Object.values(flagTexts)]}>
      {entries.map(({ id, section_id, subsection_id, role_id, ...flags }) => (
        <tr key={id}>
          <th scope="row">
            {subsection_id === null ? names.section(section_id ?? 0) : names.subsection(subsection_id)}
          </th>
          <td>{names.role(role_id)}</td>
          {placeFlags.map((flag) => (
            <td key={flag} className={flags[flag] ? 'color-added' : 'color-removed'}>
              {flags[flag] ? texts.yes : texts.no}
            </td>
          ))}
        </tr>
      ))}
    </WideTable>
  );
}

export const SettingsAsOf = createAsOfTable<SettingsResponse>('/admin/settings', ({ version: _, ...settings }) => (
  <WideTable label={asOfTexts.views.settings} head={asOfTexts.settingHead}>
    {Object.entries(settings).map(([name, value]) => (
      <tr key={name}>
        <th scope="row">{spellOut(name)}</th>
        <td className="break-anywhere multiline">{formatSetting(value)}</td>
      </tr>
    ))}
  </WideTable>
));

function formatSetting(value: SettingsResponse[keyof SettingsResponse]): string {
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (value === '' || (Array.isArray(value) && value.length === 0)) return texts.empty;
  if (!Array.isArray(value)) return String(value);
  return value.map((entry) => Object.values(entry).filter(Boolean).join(' · ')).join('\n');
}

export const ThemeAsOf = createAsOfTable<ThemeRow[]>('/forums/themes', (themes) => (
  <ul role="list">
    {themes.map(({ name, css, live }) => (
      <li key={name} className="border-top padding-y-12">
        <p>
          <strong>{name}</strong> {live && <span className="color-added">{asOfTexts.live}</span>}
        </p>
        <details open={live}>
          <summary className="disclosure text-13">{texts.colours(css.split('\n').filter(Boolean).length)}</summary>
          <pre className={`code ${styles['css']}`}>{css}</pre>
        </details>
      </li>
    ))}
  </ul>
));
