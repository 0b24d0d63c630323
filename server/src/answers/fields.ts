import { z } from 'zod';

/** Fields that many answers have. An answer's schema is closed: the tests find a field more or less. */
export const id = z.int().positive();
export const count = z.int().min(0);
/** ISO 8601 in UTC. */
export const time = z.iso.datetime();
/** Of the log: of fixed width, to be compared and kept. */
export const position = z.string().regex(/^\d{20}$/);
export const name = z.string().min(1);
export const avatar = z.string().nullable();

/** Of what somebody wrote. */
export const author = { user_id: id, username: name, avatar_url: avatar, role: z.string().nullable() };
