import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { ButtonLink } from '../../ui/button.js';
import { texts } from './texts.js';
import styles from './admin-area.module.css';

/** Instead of a page of the admin area that the person saw and may see no longer. */
export function ClosedPage() {
  usePageTitle(texts.closed);
  return (
    <div className="gone" role="status">
      <h1>{texts.closed}</h1>
      <p className={styles['lead']}>{texts.closedBody}</p>
      <ButtonLink kind="primary" to={linkTo('home')}>
        {texts.closedHome}
      </ButtonLink>
    </div>
  );
}
