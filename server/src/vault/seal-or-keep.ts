import { type Texts } from './texts.js';
import { AuthorErased } from './vault.js';

interface Dependencies {
  texts: Texts;
}

/**
 * Keeps the current text where the author's texts were erased: no one rewrites them, but the thread can still be
 * locked.
 */
export async function sealOrKeep(
  existing: string,
  { texts }: Dependencies,
  authorId: number,
  text: string,
): Promise<string> {
  return texts.seal(authorId, text).catch((error: unknown) => {
    if (error instanceof AuthorErased) return existing;
    throw error;
  });
}
