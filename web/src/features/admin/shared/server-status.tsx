import type { ServerStatusResponse } from '@guildhall/domain/wire/schemas/staff/server-status.js';
import { can } from '@guildhall/domain/permissions.js';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../../queries/client.js';
import { get } from '../../../shared/api/api.js';
import { useActor } from '../../../shared/state/session.js';
import { Alert } from '../../../ui/alert.js';
import { texts } from './texts.js';

/** Returns null until the first response, and for members without access to the status. */
export function useServerStatus(pollMs: number | false = false): ServerStatusResponse | null {
  const isEnabled = can(useActor(), 'manage-projections');
  const { data } = useQuery(
    {
      queryKey: ['server', 'status'],
      queryFn: async () => (await get<ServerStatusResponse>('/admin/server')).body,
      enabled: isEnabled,
      refetchInterval: pollMs,
    },
    queryClient,
  );
  return (isEnabled && data) || null;
}

export function MailAlert() {
  const delivery = useServerStatus()?.mail_delivery ?? 'smtp';
  if (delivery === 'smtp') return null;
  return <Alert kind={delivery === 'folder' ? 'info' : 'error'}>{texts.mailDelivery[delivery]}</Alert>;
}
