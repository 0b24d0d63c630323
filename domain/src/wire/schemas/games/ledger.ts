import { z } from 'zod';
import { editions, loginModes } from '../../../games/identity.js';
import { refusals, type RefusalCode } from '../../../refusals.js';
import { count, name, time, userName } from '../fields.js';

const ledgerKinds = ['ban', 'unban', 'rank.add', 'rank.remove', 'link', 'unlink'] as const;

export const ledgerEntry = z
  .strictObject({
    pos: z.int().positive(),
    /** Identifies the entry, so that a client can apply it only once. */
    id: z.uuid(),
    at: time,
    kind: z.enum(ledgerKinds),
    /** Null if the account was erased, in which case there is nothing to apply. */
    account: z
      .strictObject({ edition: z.enum(editions), login_mode: z.enum(loginModes), uuid: z.uuid(), name })
      .nullable(),
    /** The member to whom the account is linked now. */
    member: userName.nullable(),
    /** The name of whoever caused the entry. Null if it was the site itself. */
    origin: name.nullable(),
    data: z.strictObject({
      reason: z.string().nullable().optional(),
      until: time.nullable().optional().describe('When a ban ends, null if it does not'),
      rank: name.optional(),
    }),
  })
  .meta({ id: 'LedgerEntry' });
export type LedgerEntryRow = z.infer<typeof ledgerEntry>;

export const ledgerPage = z
  .strictObject({
    entries: z.array(ledgerEntry),
    /** The position to send as `after` in the next call. */
    next: count,
    /** The position of the last entry. */
    head: count,
  })
  .meta({ id: 'LedgerPage' });
export type LedgerPage = z.infer<typeof ledgerPage>;

export const ledgerAcknowledged = z
  .strictObject({ success: z.literal(true), acknowledged: count, head: count })
  .meta({ id: 'LedgerAcknowledged' });

export const reportResults = z
  .strictObject({
    success: z.literal(true),
    results: z.array(
      z.strictObject({
        id: name,
        /** `duplicate` means that the report was received before, or that it changes nothing. */
        result: z.enum(['applied', 'duplicate', 'refused']),
        code: z.enum(Object.keys(refusals) as RefusalCode[]).optional(),
        error: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'GameReportResults' });
export type ReportResults = z.infer<typeof reportResults>;
