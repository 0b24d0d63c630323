import { Link, useLocation } from 'react-router-dom';
import { linkTo } from '../../shared/paths.js';
import styles from './set-up-note.module.css';
import { texts } from './texts.js';

/** A line above every page for the Admins of a site that nobody has set up. */
export function SetUpNote() {
  const { pathname } = useLocation();
  if (pathname === linkTo('adminFirstRun')) return null;
  return (
    <aside className={styles['note']} aria-label={texts.first.title}>
      {texts.first.note} <Link to={linkTo('adminFirstRun')}>{texts.first.noteAct}</Link>
    </aside>
  );
}
