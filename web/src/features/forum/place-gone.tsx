import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { ButtonLink } from '../../ui/button.js';
import styles from './forum.module.css';
import { texts } from './texts.js';

/** Replaces a place that the person was viewing and may no longer see. */
export function PlaceGone() {
  usePageTitle(texts.gone);
  return (
    <div className={styles['gone']} role="status">
      <h1>{texts.gone}</h1>
      <p>{texts.goneBody}</p>
      <ButtonLink kind="primary" to={linkTo('forums')}>
        {texts.toForums}
      </ButtonLink>
    </div>
  );
}
