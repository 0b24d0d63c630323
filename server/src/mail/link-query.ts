import { z } from 'zod';
import { id } from '../request/input.js';

const optionalString = z.string().default('').catch('');

export const mailLink = z.object({
  user: optionalString.transform((value) => id.catch(0).parse(value)),
  mail: optionalString,
  token: optionalString,
});
