import type { ReactNode } from 'react';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { Link, useLocation } from '../../shared/router.js';
import { useSession } from '../../shared/state/session.js';
import { getButtonClass } from '../../ui/button.js';
import { OwnReports } from './own-reports.js';
import styles from './reports.module.css';
import { texts } from '../../ui/reports/texts.js';

export function ReportPage({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  const user = useSession((state) => state.user);
  usePageTitle(title);
  return (
    <div className="page-column">
      <h1>{title}</h1>
      <p className={`color-muted ${styles['lead']}`}>{intro}</p>
      {user === null && <LoginFirst />}
      {user && children}
      {user && <OwnReports />}
    </div>
  );
}

function LoginFirst() {
  const { pathname, search } = useLocation();
  return (
    <div className={`row card spread ${styles['login']}`}>
      <p>
        <strong>{texts.loginFirst}</strong> {texts.loginBody}
      </p>
      <Link className={getButtonClass('primary')} to={linkTo('auth')} state={{ from: pathname + search }}>
        {texts.login}
      </Link>
    </div>
  );
}
