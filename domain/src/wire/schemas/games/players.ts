import { editions, loginModes, playerNamePattern, uuidPattern } from '../../../games/identity.js';
import { z } from 'zod';

/** A player as a game server reports them. */
export const playerIdentity = z
  .object({
    edition: z.enum(editions),
    login_mode: z.enum(loginModes),
    uuid: z.string().regex(uuidPattern, { error: 'must be a UUID' }),
    name: z.string().regex(playerNamePattern, { error: 'must be the name of a player' }),
  })
  .transform(({ login_mode: loginMode, ...player }) => ({ ...player, loginMode }));
