import { z } from 'zod';
import { count } from '../fields.js';

/** Null if its store is unavailable. */
const reading = z.number().min(0).nullable();

/** Counts are since the server's start. */
export const serverStatus = z.strictObject({
  /**
   * How the proxy of a public site passes on visitors' addresses: with 'missing' and 'untrusted' all visitors share one
   * address.
   */
  forwarded_address: z.enum(['ok', 'missing', 'untrusted']),
  /**
   * Where mails go: to the server of SMTP_URL, or only into a folder. With a public address, nobody who registers can
   * read them there.
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
  live_sockets: reading,
  /** The age of the oldest event that the views do not contain yet. */
  projection_lag_seconds: reading,
  passwords_waiting: reading,
  pictures_waiting: reading,
  mails_waiting: reading,
});
export type ServerStatusResponse = z.infer<typeof serverStatus>;
export type MailDelivery = ServerStatusResponse['mail_delivery'];
