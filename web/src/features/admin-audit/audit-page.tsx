import { Link, useSearchParams } from 'react-router-dom';
import { PageHead } from '../admin/page-head.js';
import { ActsView } from './acts-view.js';
import { AsOfView } from './as-of-view.js';
import styles from './audit.module.css';
import { texts } from './texts.js';

/** What the staff did; or, where the address names a moment, how things stood then. */
export function AuditPage() {
  const [params] = useSearchParams();
  const past = params.has('at');
  return (
    <>
      <PageHead title={texts.title} body={texts.body}>
        <nav className={styles['tabs']} aria-label={texts.tabs}>
          <Link to="?" className={styles['tab']} aria-current={past ? undefined : 'page'}>
            {texts.acts}
          </Link>
          <Link to="?at=" className={styles['tab']} aria-current={past ? 'page' : undefined}>
            {texts.asOf}
          </Link>
        </nav>
      </PageHead>
      {past ? <AsOfView /> : <ActsView />}
    </>
  );
}
