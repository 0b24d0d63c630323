import { Bell } from '../../features/notifications/bell.js';
import { OpenReportsLink } from './open-reports-link.js';

/** In the header, for members: the bell, and for those who handle reports how many are open. */
export function HeaderTools({ reports }: { reports: boolean }) {
  return (
    <>
      {reports && <OpenReportsLink />}
      <Bell />
    </>
  );
}
