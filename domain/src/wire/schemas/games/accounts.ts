import { editions, loginModes, playerNamePattern, uuidPattern } from '../../../games/identity.js';
import { z } from 'zod';
import { count, id, name, time, userName } from '../fields.js';
import { writeResponse } from '../write.js';

/** `head` is the URL of a picture, or null if the site has none. */
export const gameAccountRow = z
  .strictObject({ id, name, edition: z.enum(editions), head: name.nullable() })
  .meta({ id: 'GameAccount' });
export type GameAccountRow = z.infer<typeof gameAccountRow>;

export const membersGameAccounts = z.array(z.strictObject({ user_id: id, accounts: z.array(gameAccountRow) }));
export type MembersGameAccounts = z.infer<typeof membersGameAccounts>;

const ownGameAccountRow = gameAccountRow
  .extend({
    login_mode: z.enum(loginModes),
    former_names: z.array(z.strictObject({ name, until: time })),
    /** Accurate only to an hour. */
    seen_at: time,
  })
  .meta({ id: 'OwnGameAccount' });
export type OwnGameAccountRow = z.infer<typeof ownGameAccountRow>;

/** A game account as staff see it, whether it is linked or not. */
export const playerRow = ownGameAccountRow
  .extend({
    /** The game server that vouches for an offline account. */
    server: name.nullable(),
    member: userName.nullable(),
    ban: z
      .strictObject({
        reason: z.string().nullable(),
        until: time.nullable(),
        /** The staff member or game server that imposed the ban. Only for staff who can view the audit log. */
        by: userName.nullable(),
        at: time.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'Player' });
export type PlayerRow = z.infer<typeof playerRow>;

/** `max` is the number of accounts that a member can link. */
export const ownGameAccounts = z.strictObject({ accounts: z.array(ownGameAccountRow), max: count });
export type OwnGameAccounts = z.infer<typeof ownGameAccounts>;

/** A code shown by the site or the link server. Case, spaces and hyphens are ignored. */
export const gameCode = z.string().min(1).max(40);

/** `seconds` is the code's lifetime, which a browser can use even if its clock is wrong. */
export const newGameCode = writeResponse.extend({ code: name, expires_at: time, seconds: count });
export type NewGameCode = z.infer<typeof newGameCode>;

export const gameLinkResponse = z.strictObject({ member: userName });

/** If the account is linked, only `member` is set; otherwise, `code` and `expires_at` are. */
export const gameAccountCode = z.strictObject({
  code: name.nullable(),
  expires_at: time.nullable(),
  member: userName.nullable(),
});

/** A player, as reported by a game server. */
export const playerIdentity = z
  .object({
    edition: z.enum(editions),
    login_mode: z.enum(loginModes),
    uuid: z
      .string()
      .max(36)
      .regex(uuidPattern, { error: 'must be a UUID' })
      .meta({ pattern: undefined, minLength: 32, description: 'With or without hyphens, but not only zeros' }),
    name: z.string().max(32).regex(playerNamePattern, { error: 'must be the name of a player' }),
  })
  .transform(({ login_mode: loginMode, ...player }) => ({ ...player, loginMode }));
