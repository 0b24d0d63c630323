import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { useLayoutEffect, useRef, type ComponentType } from 'react';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { Link, Redirect, useLocation, useParams } from '../../shared/router.js';
import { useSession } from '../../shared/state/session.js';
import { Skeleton } from '../../ui/skeleton.js';
import { NotFoundPage } from '../../ui/page/not-found-page.js';
import { AccountPart, PasswordPart } from './account-part.js';
import { AppearancePart } from './appearance-part.js';
import { DataPart } from './data-part.js';
import { GamesPart } from './games/games-part.js';
import { NotificationsPart } from './notifications-part.js';
import { ProfilePart } from './profile-part.js';
import { SecurityPart } from './security-part.js';
import { SessionsPart } from './sessions-part.js';
import styles from './settings.module.css';
import { texts } from './texts.js';

type PartName = keyof typeof texts.parts;

const parts: Record<PartName, ComponentType<{ user: Me }>> = {
  account: AccountPart,
  profile: ProfilePart,
  password: PasswordPart,
  security: SecurityPart,
  sessions: SessionsPart,
  games: GamesPart,
  notifications: NotificationsPart,
  appearance: AppearancePart,
  data: DataPart,
};
const names = Object.keys(parts) as PartName[];

export function SettingsPage() {
  const user = useSession((state) => state.user);
  const { part = 'account' } = useParams();
  const { pathname } = useLocation();
  const currentName = names.find((name) => name === part);
  usePageTitle(currentName ? `${texts.parts[currentName]} · ${texts.title}` : texts.title);
  if (!currentName) return <NotFoundPage />;
  if (user === null) return <Redirect to={linkTo('auth')} state={{ from: pathname }} />;
  const Part = parts[currentName];
  return (
    <div className={`grid ${styles['page']}`}>
      <h1>{texts.title}</h1>
      <SettingsNav currentName={currentName} />
      <div className="shrinkable">{user ? <Part key={currentName} user={user} /> : <SettingsSkeleton />}</div>
    </div>
  );
}

function SettingsNav({ currentName }: { currentName: PartName }) {
  const list = useRef<HTMLUListElement>(null);
  // On phones, the list is a single row that scrolls.
  useLayoutEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (!list.current || !current) return;
    const { offsetLeft, clientWidth } = list.current;
    list.current.scrollLeft = current.offsetLeft - offsetLeft - (clientWidth - current.offsetWidth) / 2;
  }, [currentName]);
  return (
    <nav className={styles['nav']} aria-label={texts.nav}>
      <ul ref={list} role="list">
        {names.map((name) => (
          <li key={name}>
            <Link to={linkTo('settings', { part: name })} aria-current={name === currentName ? 'page' : undefined}>
              {texts.parts[name]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SettingsSkeleton() {
  return (
    <div className="stack gap-16" aria-hidden="true">
      <Skeleton width="160px" height={24} />
      <Skeleton width="100%" height={88} />
      <Skeleton width="160px" height={24} />
      <Skeleton width="100%" height={160} />
    </div>
  );
}
