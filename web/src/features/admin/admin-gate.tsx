import { canSeeAdminArea } from '@guildhall/domain/permissions.js';
import { useState } from 'react';
import { lazyScreen } from '../../shared/lazy.js';
import { useActor, useSession } from '../../shared/state/session.js';
import { NotFoundPage } from '../../ui/page/not-found-page.js';
import { ClosedPage } from './closed-page.js';

const AdminArea = lazyScreen(() => import('./admin-area.js').then((file) => file.AdminArea));

/** Loads the code of the admin area only for people who may see it; others get the not-found page. */
export function AdminGate() {
  const isLoaded = useSession((state) => state.user !== undefined);
  const actor = useActor();
  const [hadAccess, setHadAccess] = useState(false);
  const hasAccess = canSeeAdminArea(actor);
  if (hasAccess && !hadAccess) setHadAccess(true);
  if (!isLoaded) return null;
  if (hasAccess) return <AdminArea />;
  return hadAccess ? <ClosedPage /> : <NotFoundPage />;
}
