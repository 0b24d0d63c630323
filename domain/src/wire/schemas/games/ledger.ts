import { z } from 'zod';
import { editions, loginModes } from '../../../games/identity.js';
import { refusals, type RefusalCode } from '../../../refusals.js';
import { count, name, time, userName } from '../fields.js';

const ledgerKinds = ['ban', 'unban', 'rank.add', 'rank.remove', 'link', 'unlink'] as const;

export const ledgerEntry = z
  .strictObject({
    pos: z.int().positive(),
    id: z.uuid().describe('For `results` of `POST /game/ledger/ack`'),
    at: time,
    kind: z.enum(ledgerKinds),
    account: z
      .strictObject({ edition: z.enum(editions), login_mode: z.enum(loginModes), uuid: z.uuid(), name })
      .nullable()
      .describe('Null if the account was erased, in which case there is nothing to apply'),
    member: userName.nullable().describe('The member to whom the account is linked now'),
    origin: name.nullable().describe('The name of whoever caused the entry, null if it was the site itself'),
    data: z.strictObject({
      reason: z.string().nullable().optional(),
      until: time
        .nullable()
        .optional()
        .describe('When a ban expires, or null if it is permanent. An `unban` entry follows when it expires'),
      rank: name.optional(),
    }),
  })
  .meta({ id: 'LedgerEntry' });
export type LedgerEntryRow = z.infer<typeof ledgerEntry>;

export const ledgerPage = z
  .strictObject({
    entries: z.array(ledgerEntry),
    next: count.describe('The position to send as `after` in the next call'),
    head: count.describe('The position of the last entry'),
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
        result: z
          .enum(['applied', 'duplicate', 'refused'])
          .describe('`duplicate` means that the report was received before, or that it changes nothing'),
        code: z.enum(Object.keys(refusals) as RefusalCode[]).optional(),
        error: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'GameReportResults' });
export type ReportResults = z.infer<typeof reportResults>;
