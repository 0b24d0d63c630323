import { Link, useSearchParams } from '../../../shared/router.js';
import { PageHead } from '../../../ui/page/page-head.js';
import { EntriesView } from './entries-view.js';
import { AsOfView } from './as-of-view.js';
import tabs from '../../../ui/tabs.module.css';
import { texts } from './texts.js';

/** Shows the staff's actions, or the state at a moment if the address contains one. */
export function AuditPage() {
  const [params] = useSearchParams();
  const past = params.has('at');
  return (
    <>
      <PageHead title={texts.title} body={texts.body}>
        <nav className={tabs['segments']} aria-label={texts.tabs}>
          <Link to="?" className={tabs['segment']} aria-current={past ? undefined : 'page'}>
            {texts.actions}
          </Link>
          <Link to="?at=" className={tabs['segment']} aria-current={past ? 'page' : undefined}>
            {texts.asOf}
          </Link>
        </nav>
      </PageHead>
      {past ? <AsOfView /> : <EntriesView />}
    </>
  );
}
