import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { ButtonLink } from '../../ui/button.js';
import { texts } from './texts.js';
import styles from './admin-area.module.css';

/** Replaces an open page of the admin area when the person loses access to it. */
export function ClosedPage() {
  usePageTitle(texts.closed);
  return (
    <div className="gone" role="status">
      <h1>{texts.closed}</h1>
      <p className={`muted margin-top-4 ${styles['lead']}`}>{texts.closedBody}</p>
      <ButtonLink kind="primary" to={linkTo('home')}>
        {texts.closedHome}
      </ButtonLink>
    </div>
  );
}
