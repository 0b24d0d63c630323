import { z } from 'zod';
import { avatar, count, name, person } from '../fields.js';
import { writeResponse } from '../write.js';

export const personRow = z.strictObject(person).meta({ id: 'Person' });
export type PersonRow = z.infer<typeof personRow>;

export const memberStat = z.strictObject({ ...person, posts: count });
export const staffStat = memberStat.extend({ role: name });

export const avatarResponse = writeResponse.extend({ avatar_url: avatar });
