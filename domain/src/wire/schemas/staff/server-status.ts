import { z } from 'zod';
import { count } from '../fields.js';

/** Null: the store that it is read from is unavailable. */
const reading = z.number().min(0).nullable();

/** The state of one server. Counts are since its start. */
export const serverStatus = z.strictObject({
  /** How the proxy before a public site names the addresses of visitors: 'missing' and 'untrusted' lump them together. */
  forwarded_address: z.enum(['ok', 'missing', 'untrusted']),
  /**
   * Where emails go: to the mail server of SMTP_URL, or without one into a folder only. Behind a public address nobody
   * who registers can read them there.
   */
  mail_delivery: z.enum(['smtp', 'folder', 'folder-public']),
  up_seconds: count,
  /** The resident memory of the process. */
  memory_bytes: count,
  requests: count,
  /** Responses with a status of 500 or more. */
  failed_requests: count,
  appends: count,
  mails_sent: count,
  /** To the folder. */
  mails_written: count,
  mails_failed: count,
  live_sockets: reading,
  /** The age of the oldest event that the views do not contain yet. */
  projection_lag_seconds: reading,
  passwords_waiting: reading,
  pictures_waiting: reading,
  mails_waiting: reading,
});
export type ServerStatusResponse = z.infer<typeof serverStatus>;
export type MailDelivery = ServerStatusResponse['mail_delivery'];
