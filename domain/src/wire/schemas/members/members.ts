import { z } from 'zod';
import { avatar, count, id, name } from '../fields.js';
import { writeResponse } from '../write.js';

/** A member, as lists of people show them. */
export const person = {
  id,
  /** '[deleted]' if the account is erased. */
  username: name,
  avatar_url: avatar,
  /** The role's name; null for Member. */
  role: z.string().nullable(),
};
export const personRow = z.strictObject(person).meta({ id: 'Person' });
export type PersonRow = z.infer<typeof personRow>;

export const memberStat = z.strictObject({
  id,
  username: name,
  posts: count,
  avatar_url: avatar,
  role: z.string().nullable(),
});
export const staffStat = memberStat.extend({ role: name });
export const userName = z.strictObject({ id, username: name });

/** The response to a change of the caller's own picture. */
export const avatarResponse = writeResponse.extend({ avatar_url: avatar });
