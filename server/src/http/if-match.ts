import { Refusal } from '@guildhall/domain/refusals.js';
import type { Call } from './operation.js';

/**
 * The version that an editor has loaded, by `If-Match: "7"` or `7`; undefined where the header is not sent, and for `*`,
 * which matches whatever exists (RFC 9110, section 13.1.1).
 * @throws Refusal validation for anything else
 */
export function versionIn(call: Pick<Call, 'header'>): number | undefined {
  const header = call.header('if-match');
  if (header === undefined || header === '*') return undefined;
  const [, quoted, bare] = /^(?:"([1-9]\d{0,14})"|([1-9]\d{0,14}))$/.exec(header) ?? [];
  if (quoted === undefined && bare === undefined)
    throw new Refusal('validation', 'if-match', 'if-match: must be a version');
  return Number(quoted ?? bare);
}
