import { seesAdminArea } from '@guildhall/domain/permissions.js';
import { laterScreen } from '../../shared/later.js';
import { useActor, useSession } from '../../shared/session.js';
import { NotFoundPage } from '../not-found/not-found-page.js';

const AdminArea = laterScreen(() => import('./admin-area.js').then((file) => file.AdminArea));

/** Nobody else finds anything here, and his browser fetches nothing of the admin area's code. */
export function AdminGate() {
  const known = useSession((state) => state.user !== undefined);
  const actor = useActor();
  if (!known) return null;
  return seesAdminArea(actor) ? <AdminArea /> : <NotFoundPage />;
}
