import { placeFlags, type PlaceFlag } from '../../permissions.js';
import { z } from 'zod';

/** Fields that many responses have. The schema of a response is closed: the tests find an extra or a missing field. */
export const id = z.int().positive();
export const count = z.int().min(0);
/** ISO 8601 in UTC. */
export const time = z.iso.datetime();
/** A position of the log: of fixed width, can be compared and stored. */
export const position = z.string().regex(/^\d{20}$/);
/** A position together with its log: `<history>.<position>`. */
export const livePosition = z.string().regex(/^[0-9a-f]{8}\.\d{20}$/);
export const name = z.string().min(1);
export const avatar = z.string().nullable();

/** The author of a text. */
export const author = {
  user_id: id,
  /** '[deleted]' when the account is erased. */
  username: name,
  avatar_url: avatar,
  /** Name of the role when it is not Member, else null. */
  role: z.string().nullable(),
};
export const authorFields = z.strictObject(author);
export type AuthorFields = z.infer<typeof authorFields>;

/** What a member may do in a place. */
export const flags = Object.fromEntries(placeFlags.map((flag) => [flag, z.boolean()])) as Record<
  PlaceFlag,
  z.ZodBoolean
>;
