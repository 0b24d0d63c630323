import { z } from 'zod';
import { conflictRules, serverEditions } from '../../../games/limits.js';
import { id, name } from '../fields.js';

export const gameServerRow = z
  .strictObject({
    id,
    name,
    /** The game mode whose page shows the server. */
    mode: z.string().nullable(),
    /** Empty if the server is not pinged. */
    address: z.string(),
    edition: z.enum(serverEditions),
    /** The highest rank first. */
    ranks: z.array(z.strictObject({ role_id: id, rank: name })),
    templates: z.strictObject({ ban: name, unban: name, rank_add: name, rank_remove: name }),
    conflicts: z.strictObject({ bans: z.enum(conflictRules), ranks: z.enum(conflictRules) }),
    highest_role_id: id,
    bans_on_site: z.boolean(),
    version: z.int().positive(),
  })
  .meta({ id: 'GameServer' });
export type GameServerRow = z.infer<typeof gameServerRow>;
