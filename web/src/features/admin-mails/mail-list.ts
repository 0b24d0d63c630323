import type { MailRow } from '@guildhall/domain/wire/schemas/mails.js';
import type { WriteAnswer } from '@guildhall/domain/wire/schemas/write.js';
import { create } from 'zustand';
import { get, send } from '../../shared/api/api.js';

interface Mails {
  status: 'loading' | 'ready' | 'failed';
  rows: MailRow[];
}

export const useMails = create<Mails>(() => ({ status: 'loading', rows: [] }));

/** Loads the mails that are not sent; what is shown stays until then. */
export async function loadMails(): Promise<void> {
  useMails.setState({ status: 'loading' });
  try {
    useMails.setState({ status: 'ready', rows: (await get<MailRow[]>('/admin/mails')).body });
  } catch {
    useMails.setState({ status: 'failed', rows: [] });
  }
}

export const retryMail = (id: string, key: string) =>
  send<WriteAnswer>('POST', `/admin/mails/${encodeURIComponent(id)}/retry`, key);

export const sendTestMail = (to: string, key: string) => send<WriteAnswer>('POST', '/admin/test-mail', key, { to });
