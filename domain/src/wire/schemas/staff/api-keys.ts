import { z } from 'zod';
import { keyScopes } from '../../../key-scopes.js';
import { id, name, time, userName } from '../fields.js';
import { writeResponseWithId } from '../write.js';

export const apiKeyRow = z
  .strictObject({
    id,
    name,
    /** The author name of the program's posts. */
    program: name,
    /** The first characters of the key's random part. */
    start: name,
    role: z.strictObject({ id, name }),
    /** Null unless a game server uses the key. */
    game_server: z.strictObject({ id, name }).nullable(),
    scopes: z.array(z.enum(keyScopes)),
    calls_per_minute: z.int().positive(),
    made_by: userName,
    created_at: time,
    until: time.nullable(),
    /** Accurate to the minute. Null if the key has never been used. */
    used_at: time.nullable(),
    /**
     * `maker` means that the key's creator is no longer an Admin, and `server` that its game server was removed. Null
     * while the key works.
     */
    ended: z.enum(['revoked', 'maker', 'expired', 'server']).nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKeyRow = z.infer<typeof apiKeyRow>;

/** The only response that contains the key itself. */
export const apiKeyCreated = z.strictObject({ ...writeResponseWithId.shape, key: name }).meta({ id: 'ApiKeyCreated' });
export type ApiKeyCreated = z.infer<typeof apiKeyCreated>;
