import { limits } from '@guildhall/domain/limits.js';
import { Refusal, refusals, type RefusalCode } from '@guildhall/domain/refusals.js';
import { z } from 'zod';
import { withoutMarks } from '../text/marks.js';

/** @throws the refusal whose code is the message of the first issue, or else a validation refusal */
export function check<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input, { error: formatMessage });
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join('.') || undefined;
  const message = issue?.message ?? '';
  if (message in refusals) throw new Refusal(message as RefusalCode, field);
  throw new Refusal('validation', field, `${field ?? 'body'}: ${message}`);
}

/** An empty parameter counts as absent. */
export function checkQuery<T>(schema: z.ZodType<T>, query: Readonly<Record<string, unknown>>): T {
  return check(schema, Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')));
}

const typeNames: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};
const units: Record<string, string> = { string: 'characters', array: 'entries' };

function formatMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${typeNames[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'too_big':
      return formatSizeMessage(issue.origin, 'at most', issue.maximum);
    case 'too_small':
      return formatSizeMessage(issue.origin, 'at least', issue.minimum);
    default:
      return undefined;
  }
}

function formatSizeMessage(type: string, bound: 'at most' | 'at least', size: number | bigint): string {
  const unit = units[type];
  return unit
    ? `must have ${bound} ${size.toLocaleString('en')} ${unit}`
    : `must be ${bound} ${size.toLocaleString('en')}`;
}

/** Lone surrogates are lost in storage, and only the server may write reference marks. */
const sanitizeText = (text: string): string => withoutMarks(text.toWellFormed());

const isVisible = (text: string): boolean =>
  /[^\p{Cc}\p{Cf}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

export const isOneLine = (text: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u.test(text);

export const createTextSchema = (missingCode: RefusalCode, tooLong: RefusalCode, max: number) =>
  z
    .string({ error: missingCode })
    .transform((value) => sanitizeText(value).trim())
    .refine(isVisible, { error: missingCode, abort: true })
    .refine((value) => value.length <= max, { error: tooLong })
    .meta({ minLength: 1, maxLength: max, description: 'At least one visible character' }); // JSON Schema cannot express refinements.

export const createOptionalTextSchema = (max: number) => z.string().max(max).transform(sanitizeText);

export const createContentSchema = (missingCode: RefusalCode) =>
  createTextSchema(missingCode, 'content-length', limits.content.max);

function buildIdPattern(greatest = String(Number.MAX_SAFE_INTEGER)): RegExp {
  const shorterNumbers = `[1-9]\\d{0,${greatest.length - 2}}`;
  const getMinDigit = (at: number) => (at === 0 ? 1 : 0);
  const smallerNumbers = [...greatest].flatMap((digit, at) =>
    Number(digit) > getMinDigit(at)
      ? `${greatest.slice(0, at)}[${getMinDigit(at)}-${Number(digit) - 1}]\\d{${greatest.length - at - 1}}`
      : [],
  );
  return new RegExp(`^(${[shorterNumbers, ...smallerNumbers, greatest].join('|')})$`);
}

const idForm = buildIdPattern();
const numericText = z.string().regex(idForm, { error: 'must be an id' });

/**
 * Many generators of API clients cannot handle a union, so the API document has only the type that clients should send.
 */
const publishedId = { anyOf: undefined, type: 'integer', minimum: 1 } as const;

export const id = z
  .union([z.int().positive(), numericText.transform(Number)], { error: 'must be an id' })
  .meta(publishedId);

/** The texts "null" and "" mean null as well. */
export const nullableId = z
  .union([id, z.null(), z.enum(['', 'null']).transform(() => null)], { error: 'must be an id or null' })
  .meta({ ...publishedId, type: ['integer', 'null'] });

/** Null if absent. The API document does not mention null, which clients need not send. */
export const optionalId = nullableId.default(null).meta({ ...publishedId, default: undefined });

/** Accepts ISO 8601 with an offset, and normalises it to UTC. */
export const time = z.iso
  .datetime({ offset: true, error: 'must be a time like 2026-11-21T12:00:00Z' })
  .transform((at) => new Date(at).toISOString());

export const flag = z
  .union([z.boolean(), z.literal([0, 1, '0', '1']).transform((value) => Number(value) === 1)], {
    error: 'must be 1, 0, true or false',
  })
  .meta({ anyOf: undefined, type: 'boolean' });

export function parseId(value: string | string[] | undefined): number {
  if (typeof value !== 'string' || !idForm.test(value)) throw new Refusal('not-found');
  return Number(value);
}

export const asOfQuery = {
  at: time.optional().describe('The state as of this moment; Admins only.'),
};

const idsError = 'must be ids separated by commas';
export const createIdListSchema = (max: number) =>
  z
    .string({ error: idsError })
    .regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15})*$/, { error: idsError })
    .transform((list) => list.split(',').map(Number))
    .refine((list) => list.length <= max, { error: `must be at most ${max} ids` });
