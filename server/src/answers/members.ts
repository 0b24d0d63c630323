import { z } from 'zod';
import { avatar, count, id, name } from './fields.js';

export const memberStat = z.strictObject({
  id,
  username: name,
  posts: count,
  avatar_url: avatar,
  role: z.string().nullable(),
});
export const userName = z.strictObject({ id, username: name });
