import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Finds the words as UTF-8 or UTF-16 in any case, as base64 (even inside longer base64) or base64url, and as hex
 * digits. Does not open files whose names begin with `unread` because closing a file releases all locks of this process
 * on it.
 */
export function findFilesContaining(
  folder: string,
  words: readonly (string | Uint8Array)[],
  unread?: string,
): string[] {
  const forms = words.map(listForms);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((file) => join(file.parentPath, file.name).slice(folder.length + 1));
  return paths.filter((path) => {
    if (unread !== undefined && path.startsWith(unread)) return false;
    const text = readFileSync(join(folder, path)).toString('latin1');
    const lowerCase = text.toLowerCase();
    return forms.some(
      ({ exact, anyCase }) =>
        exact.some((form) => text.includes(form)) || anyCase.some((form) => lowerCase.includes(form)),
    );
  });
}

function listForms(word: string | Uint8Array): { exact: string[]; anyCase: string[] } {
  const bytes = Buffer.from(word);
  const base64 = [0, 1, 2].map((offset) => encodeBase64At(bytes, offset));
  const encodedWords = [...base64, ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))];
  const hex = bytes.toString('hex');
  if (typeof word !== 'string') return { exact: [bytes.toString('latin1'), ...encodedWords], anyCase: [hex] };
  const encodedForms = [bytes, Buffer.from(word, 'utf16le')].map((form) => form.toString('latin1').toLowerCase());
  return { exact: encodedWords, anyCase: [...encodedForms, hex] };
}

/** Returns the digits that depend only on these bytes, which follow `offset` bytes of a group of three. */
function encodeBase64At(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}
