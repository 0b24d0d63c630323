/** Not all consumers of the OpenAPI document support Unicode classes, so these are ranges within the BMP. */

const blank = String.raw`\t-\r \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF`;
const control = String.raw`\u0000-\u001F\u007F-\u009F`;
const lineBreaks = String.raw`\u2028\u2029`;
/** These characters change the direction of the text after them. */
const directionMarks = String.raw`\u202A-\u202E\u2066-\u2069`;
const format = String.raw`\u00AD\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB`;
const invisible = String.raw`\u0000- \u007F-\u00A0\u00AD\u0300-\u036F\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFDD0-\uFDD3\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB`;
const oneLine = control + lineBreaks + directionMarks;

const allowSurroundingBlanks = (form: string): string => `^[${blank}]*${form}[${blank}]*$`;

export const visiblePattern = { pattern: `[^${invisible}]` };
const visibleText = { allOf: [visiblePattern] };

export const visibleLine = { pattern: allowSurroundingBlanks(`[^${oneLine}]*`), ...visibleText };
export const plainLine = { pattern: allowSurroundingBlanks(`[^${control}${lineBreaks}${format}]*`) };
export const lineOrNone = { pattern: `^[^${oneLine}]*$` };
export const twoLineText = { pattern: allowSurroundingBlanks(`[^${oneLine}]*((\\r\\n|\\r|\\n)[^${oneLine}]*)?`) };
export const titleLine = {
  pattern: allowSurroundingBlanks(`[^${oneLine}${blank}][^${oneLine}]+[^${oneLine}${blank}]`),
  ...visibleText,
};
const oneSegment = { pattern: allowSurroundingBlanks(`[^${control}/\\\\?#]*`), ...visibleText };
export const sectionName = {
  pattern: allowSurroundingBlanks(
    `[^${control}${lineBreaks}${format}/\\\\?#%\uFE56\uFE5F\uFE6A\uFE68\uFF03\uFF05\uFF0F\uFF1F\uFF3C]*`,
  ),
  ...visibleText,
  not: { pattern: allowSurroundingBlanks('[.\u2024-\u2026\uFE52\uFF0E]+') },
};
export const themeName = { ...oneSegment, not: { pattern: allowSurroundingBlanks('\\.+') } };
export const serverAddress = { pattern: allowSurroundingBlanks(`[^${blank}${control}<>"'/\\\\]{0,260}`) };

const label = String.raw`[A-Za-z\d](-?[A-Za-z\d])*`;
const domain = String.raw`(${label}\.)*[A-Za-z](-?[A-Za-z\d])*`;
const octet = String.raw`(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const afterHost = String.raw`(:\d{1,4})?([/?#][!-\[\]-~]*)?`;
/** Addresses are in ASCII, as browsers write them. */
const webAddress = String.raw`https?://(${domain}|${octet}(\.${octet}){3})${afterHost}`;
export const address = { format: 'uri', pattern: `^${webAddress}$` };
export const optionalWebAddress = { pattern: `^$|^${webAddress}$` };
export const addressOrPath = { pattern: String.raw`^$|^/([!-.0-\[\]-~][!-\[\]-~]*)?$|^${webAddress}$` };
export const secureAddress = {
  format: 'uri',
  pattern: String.raw`^https://(${label}\.)+[A-Za-z](-?[A-Za-z\d])*${afterHost}$`,
};
export const host = {
  pattern: allowSurroundingBlanks(
    String.raw`(([A-Za-z\d]([A-Za-z\d-]{0,61}[A-Za-z\d])?\.)+[A-Za-z][A-Za-z\d-]{0,61}[A-Za-z\d])?`,
  ),
};
/** Allows only ASCII letters and digits, spaces, `_` and `-`. */
export const modeName = {
  pattern: allowSurroundingBlanks(
    String.raw`[^\u0000-/:-@\[-\u0060{-\u00A0][^\u0000-\u001F!-,./:-@\[-^\u0060{-\u009F]{0,39}`,
  ),
};

const emailForm =
  String.raw`([\w'+-]+\.)*[\w'+-]*[\w+-]@([A-Za-z\d\u00A1-\uFFEF][A-Za-z\d\u00A1-\uFFEF-]*\.)+[A-Za-z\u00A1-\uFFEF]{2,}`.replaceAll(
    '\\w',
    'A-Za-z0-9_',
  );
export const emailAddress = { format: 'idn-email', pattern: `^${emailForm}$` };
export const emailOrNone = { pattern: allowSurroundingBlanks(`(${emailForm})?`) };

/** Unicode reserves these noncharacters for internal use by programs. */
export const textMarks = { begin: '\uFDD0', end: '\uFDD1', beginNumber: '\uFDD2', beginPicture: '\uFDD3' };
const anyMark = new RegExp(`[${Object.values(textMarks).join('')}]`, 'g');
export const withoutMarks = (text: string): string => text.replace(anyMark, '');
