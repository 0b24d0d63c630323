import { useEffect, useState } from 'react';
import { linkTo } from '../shared/paths.js';
import { Link } from '../shared/router.js';
import { Icon } from '../ui/icon.js';
import { useStaffUpdates } from '../shared/state/use-staff-updates.js';
import { texts, useOpenReports } from '../features/admin/reports/report-count.js';
import { texts as setup } from '../features/admin/settings/texts.js';
import styles from './staff-tools.module.css';

const loadDelayMs = 300;

export function OpenReportsLink() {
  const [isEnabled, setEnabled] = useState(false);
  useEffect(() => {
    // Lets the page itself load first.
    const timer = setTimeout(() => setEnabled(true), loadDelayMs);
    return () => clearTimeout(timer);
  }, []);
  const { open, position, reload } = useOpenReports(isEnabled);
  useStaffUpdates('reports', position, reload);
  return (
    <Link
      to={linkTo('adminReports')}
      className="centred square-target header-button no-shrink color-inherit rounded relative"
      aria-label={open ? texts.some(open) : texts.none}
    >
      <Icon name="flag" size={20} />
      {open !== null && open > 0 && <span className={`number-badge corner-badge numbers`}>{texts.short(open)}</span>}
    </Link>
  );
}

export function SetUpNote() {
  return (
    <aside className={`row text-14 color-text bg-accent-soft ${styles['note']}`} aria-label={setup.first.title}>
      {setup.first.note} <Link to={linkTo('adminFirstRun')}>{setup.first.noteAction}</Link>
    </aside>
  );
}
