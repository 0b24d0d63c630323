import { z } from 'zod';
import { avatar, count, name, person } from '../fields.js';
import { writeResponse } from '../write.js';

export const personRow = z.strictObject(person).meta({ id: 'Person' });
export type PersonRow = z.infer<typeof personRow>;

export const memberStat = z.strictObject({ ...person, posts: count });
export const staffStat = memberStat.extend({ role: name });

export const maxOnlineMembers = 60;
const onlineMember = z.strictObject({ ...person, staff: z.boolean() }).meta({ id: 'OnlineMember' });
export const online = {
  /** False if the site does not show who is online. The list is then empty. */
  enabled: z.boolean(),
  count,
  guests: count,
  members: z.array(onlineMember).max(maxOnlineMembers),
};
export const onlineResponse = z.strictObject(online);
export type OnlineMembers = z.infer<typeof onlineResponse>;

export const maxListedReaders = 8;
export const reader = z.strictObject({ ...person, writing: z.boolean() }).meta({ id: 'Reader' });
export type ReaderRow = z.infer<typeof reader>;

export const avatarResponse = writeResponse.extend({ avatar_url: avatar });
