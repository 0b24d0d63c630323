import { canSeeAdminArea } from '@guildhall/domain/permissions.js';
import { useState } from 'react';
import { lazyScreen } from '../../shared/lazy.js';
import { useActor, useSession } from '../../shared/state/session.js';
import { NotFoundPage } from '../../ui/page/not-found-page.js';
import { ClosedPage } from './closed-page.js';

const AdminArea = lazyScreen(() => import('./admin-area.js').then((file) => file.AdminArea));

/** Anyone else finds nothing here, and their browser fetches none of the admin area's code. */
export function AdminGate() {
  const known = useSession((state) => state.user !== undefined);
  const actor = useActor();
  const [seen, setSeen] = useState(false);
  const sees = canSeeAdminArea(actor);
  if (sees && !seen) setSeen(true);
  if (!known) return null;
  if (sees) return <AdminArea />;
  return seen ? <ClosedPage /> : <NotFoundPage />;
}
