import { z } from 'zod';
import { conflictRules, serverEditions } from '../../../games/limits.js';
import { serverStates } from '../../../status/events.js';
import { count, id, name, time } from '../fields.js';
import { ledgerEntry } from '../games/ledger.js';

const gameServerStatus = z.strictObject({
  connected_since: time.nullable().describe('Null if it has not called in the last two minutes'),
  contact_at: time.nullable().describe('Its last call, within 15 seconds'),
  acknowledged: count.describe('The position of the last entry that it has acknowledged'),
  acknowledged_at: time.nullable(),
  head: count.describe('The position of the last entry of its ledger'),
  ping: z
    .strictObject({
      state: z.enum(serverStates),
      since: time,
      checked_at: time.nullable(),
      error: z.string().nullable().describe('Why the last ping failed'),
    })
    .nullable()
    .describe('Null if it has no address'),
});

export const gameServerRow = z
  .strictObject({
    id,
    name,
    /** The game mode whose page shows the server. */
    mode: z.string().nullable(),
    /** Empty if the server is not pinged. */
    address: z.string(),
    edition: z.enum(serverEditions),
    /** Highest rank first. */
    ranks: z.array(z.strictObject({ role_id: id, rank: name })),
    templates: z.strictObject({ ban: name, unban: name, rank_add: name, rank_remove: name }),
    conflicts: z.strictObject({ bans: z.enum(conflictRules), ranks: z.enum(conflictRules) }),
    highest_role_id: id,
    bans_on_site: z.boolean(),
    version: z.int().positive(),
    status: gameServerStatus.nullable().describe('Null with `at`'),
  })
  .meta({ id: 'GameServer' });
export type GameServerRow = z.infer<typeof gameServerRow>;

const entryResults = ['waiting', 'acknowledged', 'failed'] as const;

export const gameServerLedger = z
  .strictObject({
    server: gameServerRow,
    failures: z
      .array(z.strictObject({ pos: z.int().positive(), error: z.string(), at: time }))
      .describe('The latest entries that it could not apply, newest first'),
    entries: z
      .array(
        ledgerEntry.extend({
          result: z.enum(entryResults).describe('`acknowledged`: applied, unless the failure is no longer stored'),
          error: z.string().nullable().describe('Why it failed, as the game server reports it'),
        }),
      )
      .describe('Newest first'),
  })
  .meta({ id: 'GameServerLedger' });
export type GameServerLedger = z.infer<typeof gameServerLedger>;
