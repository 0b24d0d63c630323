import { linkTo } from '../../shared/paths.js';
import { Link } from '../../shared/router.js';
import styles from './set-up-note.module.css';
import { texts } from '../../features/admin/settings/texts.js';

/** A row above every page for the Admins of a site that has not been set up. */
export function SetUpNote() {
  return (
    <aside className={`row text-14 color-text bg-accent-soft ${styles['note']}`} aria-label={texts.first.title}>
      {texts.first.note} <Link to={linkTo('adminFirstRun')}>{texts.first.noteAction}</Link>
    </aside>
  );
}
