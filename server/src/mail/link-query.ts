import { z } from 'zod';
import { id } from '../http/input.js';

/** Of a link in a mail: invalid values get the same response as an expired link. */
export const mailLink = z.object({ user: id.catch(0), mail: z.string().catch(''), token: z.string().catch('') });
export type MailLink = z.infer<typeof mailLink>;
