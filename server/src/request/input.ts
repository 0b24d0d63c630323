import { limits } from '@guildhall/domain/limits.js';
import { Refusal, refusals, type RefusalCode } from '@guildhall/domain/refusals.js';
import { z } from 'zod';
import { visible, withoutMarks } from '../text/patterns.js';

/**
 * Checks input against a schema. A schema names the refusal of a field by using its code as the message; any other
 * error is reported with the schema's own message, or else a plain one, and the name of the field.
 * @throws Refusal
 */
export function check<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input, { error: plainMessage });
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join('.') || undefined;
  const words = issue?.message ?? '';
  if (words in refusals) throw new Refusal(words as RefusalCode, field);
  throw new Refusal('validation', field, `${field ?? 'body'}: ${words}`);
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

/** For an error of a schema that has no message of its own; undefined leaves the library's. */
function plainMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${typeNames[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'too_big':
      return sizeMessage(issue.origin, 'at most', issue.maximum);
    case 'too_small':
      return sizeMessage(issue.origin, 'at least', issue.minimum);
    default:
      return undefined;
  }
}

function sizeMessage(type: string, bound: 'at most' | 'at least', size: number | bigint): string {
  const unit = units[type];
  return unit
    ? `must have ${bound} ${size.toLocaleString('en')} ${unit}`
    : `must be ${bound} ${size.toLocaleString('en')}`;
}

/**
 * Lone surrogates cannot be stored faithfully; they become the replacement character, as browsers do. Marks of references
 * are the server's own.
 */
const wellFormed = (text: string): string => withoutMarks(text.toWellFormed());

/** Whether a reader sees anything of a text: not of blanks, marks without a letter, and characters without a shape. */
const isVisible = (text: string): boolean =>
  /[^\p{Cc}\p{Cf}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/** One line that is read in its order: without control characters, line breaks, and what turns the text after it around. */
export const isOneLine = (text: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u.test(text);

/** Text in which something can be seen, trimmed. */
export const text = (missing: RefusalCode, tooLong: RefusalCode, max: number) =>
  z
    .string({ error: missing })
    .transform((value) => wellFormed(value).trim())
    .refine(isVisible, { error: missing, abort: true })
    .refine((value) => value.length <= max, { error: tooLong })
    .meta({ minLength: 1, maxLength: max, ...visible }); // for the OpenAPI document, which cannot describe refinements

/** Text that may be empty, as it is written. */
export const optionalText = (max: number) => z.string().max(max).transform(wellFormed);

export const content = (missing: RefusalCode) => text(missing, 'content-length', limits.content.max);

/** The digits of the whole numbers from 1 to the greatest safe one, for the document too. */
function idPattern(greatest = String(Number.MAX_SAFE_INTEGER)): RegExp {
  const fewer = `[1-9]\\d{0,${greatest.length - 2}}`;
  const least = (at: number) => (at === 0 ? 1 : 0);
  const below = [...greatest].flatMap((digit, at) =>
    Number(digit) > least(at)
      ? `${greatest.slice(0, at)}[${least(at)}-${Number(digit) - 1}]\\d{${greatest.length - at - 1}}`
      : [],
  );
  return new RegExp(`^(${[fewer, ...below, greatest].join('|')})$`);
}

const idForm = idPattern();
const numericText = z.string().regex(idForm, { error: 'must be an id' });

/** A number, or a string of digits. */
export const id = z
  .union([z.int().positive(), numericText.transform(Number)], { error: 'must be an id' })
  .meta({ id: 'Id' });

/** An id as the specification's clients send it: an id, a numeric string, or null, in a query as text; absent means null. */
export const optionalId = z
  .union([id, z.null(), z.enum(['', 'null']).transform(() => null)], { error: 'must be an id or null' })
  .default(null);

/** A moment: ISO 8601 with an offset, normalised to UTC. */
export const time = z.iso
  .datetime({ offset: true, error: 'must be a time like 2026-11-21T12:00:00Z' })
  .transform((at) => new Date(at).toISOString());

/** 1 or 0, as a number or a text, or a boolean. */
export const flag = z
  .union([z.boolean(), z.literal([0, 1, '0', '1']).transform((value) => Number(value) === 1)], {
    error: 'must be 1, 0, true or false',
  })
  .meta({ id: 'Flag' });

/** An id in an address; an invalid id names nothing. */
export function idIn(value: string | string[] | undefined): number {
  if (typeof value !== 'string' || !idForm.test(value)) throw new Refusal('not-found');
  return Number(value);
}

/** The moment of which a view is requested; absent for now. */
export const asOfQuery = {
  at: time.optional().describe('The state as of this moment; Admins only.'),
};

const idsError = 'must be ids with commas between them';
/** Ids in a query: `1,2,3`. */
export const idList = (max: number) =>
  z
    .string({ error: idsError })
    .regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15})*$/, { error: idsError })
    .transform((list) => list.split(',').map(Number))
    .refine((list) => list.length <= max, { error: `must be at most ${max} ids` });

/** What a body must have, for the document: zod's refinements are not in it. */
export type Needs = z.core.JSONSchema.BaseSchema & { required: string[] };

export const idReference: z.core.JSONSchema.BaseSchema = { $ref: '#/components/schemas/Id' };

/** A section or a subsection must be named: the other may be left out. */
export const needsPlace: Needs[] = ['section_id', 'subsection_id'].map((name) => ({
  properties: { [name]: idReference },
  required: [name],
}));

/** What a body needs besides, depending on one of its fields; nothing for values that are not among the cases. */
export function anyOfCases(
  field: string,
  cases: Readonly<Record<string, readonly Needs[]>>,
  values: readonly string[],
): { anyOf: Needs[] } {
  const free = values.filter((value) => !(value in cases));
  const needy = Object.entries(cases).flatMap(([value, needs]) =>
    needs.map(({ required, properties }): Needs => ({
      required: [field, ...required],
      properties: { [field]: { const: value }, ...properties },
    })),
  );
  return { anyOf: [{ required: [field], properties: { [field]: { enum: free } } }, ...needy] };
}
