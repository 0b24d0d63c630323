import type { OpenedText, Texts } from './vault/texts.js';

/** Stands for the text of an author whose texts were erased. */
const erasedText = '[erased]';
const erased = { text: erasedText, html: `<p>${erasedText}</p>`, preview: erasedText };

export type ShownText = Pick<OpenedText, 'text' | 'html' | 'preview'>;

/**
 * Sealed texts as readers see them. Opens what is not in the cache with one call; the page of a busy thread needs none.
 * @throws VaultUnavailable
 */
export async function showTexts(texts: Texts, sealed: readonly string[]): Promise<(sealed: string) => ShownText> {
  const missing = sealed.filter((text) => texts.openCached(text) === undefined);
  const fresh = missing.length > 0 ? await texts.open(missing) : new Map<string, OpenedText | null>();
  return (text) => fresh.get(text) ?? texts.openCached(text) ?? erased;
}
