import { can, canSeeAdminArea, type Actor } from '@guildhall/domain/permissions.js';
import { pages, type AdminPageName } from '@guildhall/domain/wire/pages.js';
import { texts } from './texts.js';
import { useState } from 'react';
import { linkTo, matchPath, paths } from '../../shared/paths.js';
import { Link, useLocation } from '../../shared/router.js';
import { useActor, useSession } from '../../shared/state/session.js';
import { store, readStored } from '../../shared/browser/storage.js';
import { Icon } from '../../ui/icon.js';
import { ReportCountBadge } from './reports/report-count.js';
import styles from './admin-area.module.css';

export function canSeeAdminPage(actor: Actor, page: AdminPageName): boolean {
  const requiredAction = pages[page].needs;
  return canSeeAdminArea(actor) && (requiredAction === 'any' || can(actor, requiredAction));
}

export type SidebarPage = keyof typeof texts.pages;

const sidebar: { name: string; pages: SidebarPage[] }[] = [
  { name: texts.people, pages: ['adminDashboard', 'adminUsers', 'adminPlayers', 'adminRoles'] },
  { name: texts.community, pages: ['adminForums', 'adminReports', 'adminAudit'] },
  { name: texts.site, pages: ['adminTheme', 'adminSettings'] },
  { name: texts.system, pages: ['adminGameServers', 'adminKeys', 'adminUploads', 'adminMails', 'adminProjections'] },
];

/** Pages that the sidebar does not list. They belong to the page that leads to them. */
const subpages: Partial<Record<SidebarPage, AdminPageName[]>> = {
  adminUsers: ['adminUser', 'adminBan', 'adminDelete', 'adminRole'],
  adminGameServers: ['adminGameServer'],
};

function findCurrent(page: SidebarPage, pathname: string): 'page' | 'true' | undefined {
  if (pathname === linkTo(page)) return 'page';
  return subpages[page]?.some((name) => matchPath(paths[name], pathname)) ? 'true' : undefined;
}

const storageKey = 'admin.sidebar';

/** Below this width, the sidebar is above the page. */
const isNarrow = () => matchMedia('(max-width: 860px)').matches;

/** Whether the sidebar is open is stored per browser. A sidebar above the page starts collapsed. */
export function Sidebar() {
  const [open, setOpen] = useState(() => !isNarrow() && readStored(storageKey) !== 'hidden');
  const user = useSession((state) => state.user);
  const actor = useActor();
  const { pathname } = useLocation();
  const groups = sidebar
    .map(({ name, pages }) => ({ name, pages: pages.filter((page) => canSeeAdminPage(actor, page)) }))
    .filter(({ pages }) => pages.length > 0);
  function toggle() {
    if (!isNarrow()) store(storageKey, open ? 'hidden' : 'open');
    setOpen(!open);
  }
  return (
    <aside className={`${styles['sidebar']} ${open ? '' : styles['collapsedSidebar']}`} aria-label={texts.sidebar}>
      <div className="line spread">
        <p className={`muted ${styles['welcome']}`}>{texts.welcome(user?.username ?? texts.guest)}</p>
        <button
          type="button"
          className={`bare centred no-shrink color-muted ${styles['collapseButton']}`}
          aria-expanded={open}
          onClick={toggle}
        >
          <Icon name="menu" />
          <span className="visually-hidden">{open ? texts.hide : texts.show}</span>
        </button>
      </div>
      {open && (
        <nav aria-label={texts.title}>
          {groups.map(({ name, pages }) => (
            <div key={name} className="margin-top-12">
              <p className={`hint ${styles['groupName']}`}>{name}</p>
              <ul role="list">
                {pages.map((page) => (
                  <li key={page}>
                    <Link
                      to={linkTo(page)}
                      className={`target flex color-muted no-underline rounded ${styles['link']}`}
                      onClick={() => isNarrow() && setOpen(false)}
                      aria-current={findCurrent(page, pathname)}
                    >
                      {texts.pages[page]}
                      {page === 'adminReports' && <ReportCountBadge />}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      )}
    </aside>
  );
}
