import { Refusal } from '@guildhall/domain/refusals.js';
import type { Call } from './operation.js';

export const ifMatchForm = /^(?:\*|"([1-9]\d{0,14})"|([1-9]\d{0,14}))$/;

/**
 * The version from `If-Match: "7"` or `7`; undefined without the header and for `*`, which matches any version (RFC
 * 9110, section 13.1.1). @throws Refusal validation for anything else
 */
export function versionIn(call: Pick<Call, 'header'>): number | undefined {
  const header = call.header('if-match');
  if (header === undefined) return undefined;
  const [form, quoted, bare] = ifMatchForm.exec(header) ?? [];
  if (form === undefined) throw new Refusal('validation', 'if-match', 'if-match: must be a version');
  return form === '*' ? undefined : Number(quoted ?? bare);
}
