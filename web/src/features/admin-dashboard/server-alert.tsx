import { can } from '@guildhall/domain/permissions.js';
import type { ServerStatusResponse } from '@guildhall/domain/wire/schemas/staff/server-status.js';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../queries/client.js';
import { get } from '../../shared/api/api.js';
import { useActor } from '../../shared/state/session.js';
import { Alert } from '../../ui/alert.js';
import { texts } from '../admin-users/shared/texts.js';

/** What an Admin must know of how the site is reached. Nothing while all is well, or the server does not respond. */
export function ServerAlert() {
  const actor = useActor();
  const enabled = can(actor, 'manage-projections');
  const { data: state = 'ok' } = useQuery(
    {
      queryKey: ['server', 'forwarded-address'],
      queryFn: async () => (await get<ServerStatusResponse>('/admin/server')).body.forwarded_address,
      enabled,
    },
    queryClient,
  );
  if (!enabled || state === 'ok') return null;
  return <Alert kind="error">{texts.dashboard.forwardedAddress[state]}</Alert>;
}
