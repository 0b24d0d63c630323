import { Refusal } from '@guildhall/domain/refusals.js';
import type { Call } from './operation.js';

const tag = String.raw`(?:W/)?"[!#-~\u0080-\u00FF]*"`;
const form = new RegExp(String.raw`^(?:\*|[1-9]\d{0,14}|${tag}(?:\s*,\s*${tag})*)$`);

/**
 * Accepts a list of entity tags, and a version without quotes. Only strong tags of versions can match.
 * Returns undefined for `*` or a missing header (RFC 9110, 13.1.1).
 * @throws Refusal validation
 */
export function parseIfMatch(call: Pick<Call, 'header'>): readonly number[] | undefined {
  const header = call.header('if-match')?.trim();
  if (header === undefined || header === '*') return undefined;
  if (!form.test(header)) throw new Refusal('validation', 'if-match', 'if-match: must be a version');
  return [...header.matchAll(/(?<!W\/)"([1-9]\d{0,14})"|^([1-9]\d{0,14})$/g)].map(([, quoted, bare]) =>
    Number(quoted ?? bare),
  );
}
