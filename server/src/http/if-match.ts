import { Refusal } from '@guildhall/domain/refusals.js';
import type { Call } from './operation.js';

export const ifMatchPattern = /^(?:\*|"([1-9]\d{0,14})"|([1-9]\d{0,14}))$/;

/**
 * Accepts `"7"` and `7`. Returns undefined for `*` or a missing header (RFC 9110, 13.1.1).
 * @throws Refusal validation
 */
export function parseIfMatch(call: Pick<Call, 'header'>): number | undefined {
  const header = call.header('if-match');
  if (header === undefined) return undefined;
  const [form, quoted, bare] = ifMatchPattern.exec(header) ?? [];
  if (form === undefined) throw new Refusal('validation', 'if-match', 'if-match: must be a version');
  return form === '*' ? undefined : Number(quoted ?? bare);
}
