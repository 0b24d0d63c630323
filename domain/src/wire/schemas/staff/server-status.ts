import { z } from 'zod';
import { count } from '../fields.js';

/** Null if it could not be measured. */
const measuredCount = count.nullable();

export const serverStatus = z.strictObject({
  /** 'missing' and 'untrusted' mean that all visitors to a public site share one address. */
  forwarded_address: z.enum(['ok', 'missing', 'untrusted']),
  /**
   * 'folder-public' means that the site has a public address, but emails go to a folder where new members cannot read
   * them.
   */
  mail_delivery: z.enum(['smtp', 'folder', 'folder-public']),
  up_seconds: count,
  memory_bytes: count,
  requests: count,
  failed_requests: count,
  appends: count,
  mails_sent: count,
  mails_written: count,
  mails_failed: count,
  live_sockets: measuredCount,
  projection_lag_seconds: z.number().min(0).nullable(),
  passwords_waiting: measuredCount,
  pictures_waiting: measuredCount,
  mails_waiting: measuredCount,
});
export type ServerStatusResponse = z.infer<typeof serverStatus>;
export type MailDelivery = ServerStatusResponse['mail_delivery'];
