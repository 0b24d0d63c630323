import { Alert } from '../../../ui/alert.js';
import { useServerStatus } from './server-status.js';
import { texts } from './texts.js';

/** Warns an Admin whose site has no mail server. */
export function MailAlert() {
  const delivery = useServerStatus()?.mail_delivery ?? 'smtp';
  if (delivery === 'smtp') return null;
  return <Alert kind={delivery === 'folder' ? 'info' : 'error'}>{texts.mailDelivery[delivery]}</Alert>;
}
