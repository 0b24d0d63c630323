import { z } from 'zod';
import { id } from '../request/input.js';

const anything = z.string().default('').catch('');

export const mailLink = z.object({
  user: anything.transform((value) => id.catch(0).parse(value)),
  mail: anything,
  token: anything,
});
