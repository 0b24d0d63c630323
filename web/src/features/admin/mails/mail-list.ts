import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { reloadBelow } from '../../../queries/use-response.js';
import { send } from '../../../shared/api/api.js';

/** The mails that are not sent. */
export const mailsAddress = '/admin/mails';

export const reloadMails = () => void reloadBelow(mailsAddress);

export const retryMail = (id: string, key: string) =>
  send<WriteResponse>('POST', `/admin/mails/${encodeURIComponent(id)}/retry`, key);

export const sendTestMail = (to: string, key: string) => send<WriteResponse>('POST', '/admin/test-mail', key, { to });
