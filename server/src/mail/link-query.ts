import { z } from 'zod';
import { id } from '../http/input.js';

/** Of a link of a mail: what does not fit is answered like a link that is too old. */
export const mailLink = z.object({ user: id.catch(0), mail: z.string().catch(''), token: z.string().catch('') });
export type MailLink = z.infer<typeof mailLink>;
