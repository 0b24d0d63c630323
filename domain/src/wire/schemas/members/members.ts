import { z } from 'zod';
import { avatar, count, id, name } from '../fields.js';
import { writeResponse } from '../write.js';

/** A member, as lists of people show them. */
export const person = {
  id,
  /** '[deleted]' when the account is erased. */
  username: name,
  avatar_url: avatar,
  /** Name of the role when it is not Member, else null. */
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
/** As a member, with the name of a role that is not Member. */
export const staffStat = memberStat.extend({ role: name });
export const userName = z.strictObject({ id, username: name });

/** After a change of the caller's own picture. */
export const avatarResponse = writeResponse.extend({ avatar_url: avatar });
