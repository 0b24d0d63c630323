import { placeFlags, type PlaceFlag } from '../../permissions.js';
import { z } from 'zod';

/** Response schemas are strict so that tests detect extra fields. */
export const id = z.int().positive();
export const count = z.int().min(0);
export const time = z.iso.datetime();
/** A log position. Its width is fixed, so positions can be compared as strings. */
export const position = z.string().regex(/^\d{20}$/);
/** The copy with the later position wins. */
export const rowPosition = position.describe('The position of the last change');
export const livePosition = z.string().regex(/^[0-9a-f]{8}\.\d{20}$/);
export const name = z.string().min(1);
export const avatar = z.string().nullable();

const namedMember = {
  username: name,
  avatar_url: avatar,
  role: z.string().nullable().describe('The display name of the role, null for Members and programs'),
};
export const person = { id, ...namedMember };
export const author = { user_id: id.describe('A member, or a program, which has no profile'), ...namedMember };
export const userName = z.strictObject({ id, username: name });
export type UserName = z.infer<typeof userName>;
export const authorFields = z.strictObject(author);
export type AuthorFields = z.infer<typeof authorFields>;

export const flags = Object.fromEntries(placeFlags.map((flag) => [flag, z.boolean()])) as Record<
  PlaceFlag,
  z.ZodBoolean
>;
