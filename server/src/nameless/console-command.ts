/** Java names have 3 to 16 letters, digits or underscores. Floodgate puts a prefix before Bedrock names, by default a dot. */
const namePattern = /^[A-Za-z0-9_.]{1,17}$/;
const maxTextLength = 200;

export interface CommandValues {
  username: string;
  uuid: string;
  rank?: string;
  /** Free text, so it may contain anything. */
  reason?: string;
  until?: string;
}

/**
 * Fills a template with values that cannot end the command or add another. Returns null if the name cannot be part of a
 * command.
 */
export function renderCommand(template: string, values: CommandValues): string | null {
  if (!namePattern.test(values.username)) return null;
  const safeValues = new Map(Object.entries({ ...values, reason: toPlainText(values.reason ?? '') }));
  const command = template.replace(/\{(\w+)\}/g, (_, name: string) => safeValues.get(name) ?? '');
  return command.replace(/ {2,}/g, ' ').trim();
}

/**
 * Removes what a console or the plugin could interpret: control characters, line ends, colour codes, placeholders, and
 * hyphens that begin an option.
 */
const toPlainText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[{}§&%]/g, '')
    .replace(/(^|\s)-+/g, '$1')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, maxTextLength)
    .trimEnd();
