import { z } from 'zod';
import { writeAnswer } from './write.js';
import { avatar, count, id, name } from './fields.js';

export const memberStat = z.strictObject({
  id,
  username: name,
  posts: count,
  avatar_url: avatar,
  role: z.string().nullable(),
});
/** As a member, with the name of a role that is not Member. */
export const staffStat = memberStat.extend({ role: name });
export const userName = z.strictObject({ id, username: name });

/** Of a change of the own picture. */
export const avatarAnswer = writeAnswer.extend({ avatar_url: avatar });
