import { LRUCache } from 'lru-cache';
import { cutText } from '@guildhall/domain/text/graphemes.js';
import { limits } from '@guildhall/domain/limits.js';
import { limitEntries } from '../process/limiter.js';
import { parseMarkdown, toPlainText, renderOpen } from '../text/markdown.js';
import { hasReference, linkMentions, findMentionedIds, withNames, type NameOf } from '../text/mentions.js';
import {
  hasPictures,
  findLeadingPicture,
  findPictureIds,
  removeHiddenFacts,
  withoutPictureFacts,
  type TextPicture,
} from '../text/pictures.js';
import { withoutSpoilers } from '../text/spoilers.js';
import { createAuthorKey, parseAuthor, openText, sealText, type AuthorKey } from './sealing.js';
import { AuthorErased, type Vault } from './vault.js';

export interface OpenedText {
  readonly text: string;
  /** Can be embedded in a page without escaping. */
  readonly html: string;
  readonly preview: string;
  readonly mentionedIds: readonly number[];
  /** The picture that the text begins with. */
  readonly leadingPicture: TextPicture | null;
  /** Rendering takes milliseconds (a tenth of a second at worst), so callers can check first. */
  isRendered(form: 'html' | 'preview'): boolean;
}

interface TextsOptions {
  maxBytes: number;
  unreadable?: (error: unknown, authorId: number) => void;
  /** Returns true if the log records the author's posts as erased. The author's key is then not used. */
  erased?: (authorId: number) => boolean;
  /** Called on each use so that cached texts contain no names. */
  nameOf?: NameOf;
}

/** Shown instead of a damaged (but not an erased) text, so that those next to it can still be shown. */
export const unreadableText = '[unreadable]';

/** Approximate memory that a cached text takes up in addition to its characters. */
const entryOverheadBytes = 400;
const maxKeys = 5_000;
/** Vault reads in progress may not include these removals yet. */
const maxRecentRemovals = 1_000;

interface DecryptedText {
  key: AuthorKey;
  sealedText: string;
  text: string | null;
}

export class Texts {
  readonly #vault: Pick<Vault, 'findAuthorKeys' | 'findRemovedUploads'>;
  readonly #isErased: (authorId: number) => boolean;
  readonly #nameOf: NameOf;
  readonly #unreadable: (error: unknown, authorId: number) => void;
  readonly #texts: LRUCache<string, CachedText>;
  readonly #keys = new LRUCache<number, AuthorKey>(limitEntries(maxKeys));
  readonly #recentlyRemoved = new LRUCache<string, true>(limitEntries(maxRecentRemovals));
  readonly #forgottenWhileOpening = new Set<Set<number>>();

  constructor(
    vault: Pick<Vault, 'findAuthorKeys' | 'findRemovedUploads'>,
    { maxBytes, erased = () => false, unreadable = () => undefined, nameOf = () => null }: TextsOptions,
  ) {
    this.#nameOf = nameOf;
    this.#vault = vault;
    this.#isErased = erased;
    this.#unreadable = unreadable;
    this.#texts = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }, sealedText) => entryOverheadBytes + bytes + sealedText.length,
    });
  }

  /** @throws AuthorErased, VaultUnavailable */
  async seal(authorId: number, text: string): Promise<string> {
    const cachedKey = this.#isErased(authorId) ? undefined : this.#keys.get(authorId);
    const key = cachedKey ?? (await this.#readKeys([authorId])).get(authorId);
    if (!key) throw new AuthorErased(authorId);
    const sealedText = sealText(key, text);
    this.#cache({ key, sealedText, text });
    return sealedText;
  }

  /**
   * Calls the vault at most twice: for keys, and for pictures that an Admin removed. A text is null if its author's key
   * has been erased. @throws VaultUnavailable
   */
  async open(sealedTexts: readonly string[]): Promise<Map<string, OpenedText | null>> {
    const ready = new Map(sealedTexts.map((text) => [text, this.openCached(text)]));
    const missing = [...ready.keys()].filter((text) => ready.get(text) === undefined);
    const keys = await this.#readKeys(missing.map(parseAuthor));
    const newTexts = new Map(missing.map((text) => [text, this.#decrypt(keys.get(parseAuthor(text)), text)]));
    const removedIds = await this.#findRemovedPictures([...newTexts.values()]);
    const openOne = (sealedText: string) => {
      const newText = newTexts.get(sealedText);
      return this.#isErased(parseAuthor(sealedText))
        ? null
        : (ready.get(sealedText) ?? (newText ? this.#cache(newText, removedIds) : null));
    };
    return new Map([...ready.keys()].map((text) => [text, openOne(text)]));
  }

  openCached(sealedText: string): OpenedText | null | undefined {
    const cachedText = this.#texts.get(sealedText);
    const authorId = cachedText?.authorId ?? parseAuthor(sealedText);
    if (this.#isErased(authorId)) return null;
    if (cachedText) return cachedText;
    const plainText = this.#decrypt(this.#keys.get(authorId), sealedText);
    return plainText && !hasPictures(plainText.text ?? '') ? this.#cache(plainText) : undefined;
  }

  /** Also prevents reads in progress from caching the author's key and texts again. */
  forget(authorId: number): void {
    for (const forgotten of this.#forgottenWhileOpening) forgotten.add(authorId);
    this.#keys.delete(authorId);
    for (const text of [...this.#texts.keys()]) if (parseAuthor(text) === authorId) this.#texts.delete(text);
  }

  /** Texts then show the picture's description instead. */
  hidePicture(id: string): void {
    this.#recentlyRemoved.set(id, true);
    for (const [sealedText, text] of [...this.#texts]) if (text.contains(id)) this.#texts.delete(sealedText);
  }

  #decrypt(key: AuthorKey | undefined, sealedText: string): DecryptedText | null {
    if (!key) return null;
    try {
      return { key, sealedText, text: openText(key, sealedText) };
    } catch (error) {
      // A single unreadable text must not break a page or the live updates.
      this.#unreadable(error, key.authorId);
      return { key, sealedText, text: null };
    }
  }

  async #findRemovedPictures(texts: readonly (DecryptedText | null)[]): Promise<ReadonlySet<string>> {
    const ids = new Set(texts.flatMap((text) => findPictureIds(text?.text ?? '')));
    return new Set(ids.size === 0 ? [] : await this.#vault.findRemovedUploads([...ids]));
  }

  #cache({ key, sealedText, text }: DecryptedText, removedIds: ReadonlySet<string> = new Set()): OpenedText {
    if (text === null) return new CachedText(key.authorId, unreadableText, this.#nameOf);
    const visible = removeHiddenFacts(text, (id) => removedIds.has(id) || this.#recentlyRemoved.has(id));
    const result = new CachedText(key.authorId, visible, this.#nameOf, () => this.#updateSize(sealedText, result));
    if (this.#keys.peek(key.authorId) === key) this.#texts.set(sealedText, result);
    return result;
  }

  #updateSize(sealedText: string, openedText: CachedText): void {
    if (this.#texts.peek(sealedText) !== openedText) return;
    this.#texts.delete(sealedText);
    this.#texts.set(sealedText, openedText);
  }

  async #readKeys(authorIds: readonly number[]): Promise<Map<number, AuthorKey>> {
    const requestedIds = [...new Set(authorIds)].filter((id) => !this.#isErased(id));
    const cachedKeys = requestedIds.flatMap((id) => this.#keys.get(id) ?? []);
    const newKeys = await this.#fetchKeys(requestedIds.filter((id) => !this.#keys.has(id)));
    const usableKeys = [...cachedKeys, ...newKeys].filter((key) => !this.#isErased(key.authorId));
    return new Map(usableKeys.map((key) => [key.authorId, key]));
  }

  async #fetchKeys(authorIds: readonly number[]): Promise<AuthorKey[]> {
    if (authorIds.length === 0) return [];
    const forgotten = new Set<number>();
    this.#forgottenWhileOpening.add(forgotten);
    try {
      const newKeys = [...(await this.#vault.findAuthorKeys(authorIds))].map(([id, key]) => createAuthorKey(id, key));
      for (const key of newKeys) if (!forgotten.has(key.authorId)) this.#keys.set(key.authorId, key);
      return newKeys;
    } finally {
      this.#forgottenWhileOpening.delete(forgotten);
    }
  }
}

/** A reference takes at most 19 characters, and the name that replaces it takes at least three. */
const maxPreviewSource = 7 * limits.preview;

export const createPlainPreview = (text: string, max: number): string => cutText(toPlainText(text), max);

const beyondLatin1 = /[^\0-\xff]/;

class CachedText implements OpenedText {
  #open: string | undefined;
  #preview: string | undefined;
  #leadingPicture: TextPicture | null | undefined;

  constructor(
    readonly authorId: number,
    private readonly source: string,
    private readonly nameOf: NameOf,
    private readonly onGrown: () => void = () => undefined,
  ) {}

  /** V8 uses two bytes per character if any of them is outside Latin-1. */
  get bytes(): number {
    const characters = this.source.length + (this.#open?.length ?? 0) + (this.#preview?.length ?? 0);
    return beyondLatin1.test(this.source) ? 2 * characters : characters;
  }

  contains(part: string): boolean {
    return this.source.includes(part);
  }

  get mentionedIds(): number[] {
    return findMentionedIds(this.source);
  }

  get text(): string {
    return withNames(withoutPictureFacts(this.source), this.nameOf);
  }

  get leadingPicture(): TextPicture | null {
    if (!hasPictures(this.source)) return null;
    if (this.#leadingPicture === undefined)
      this.#leadingPicture = findLeadingPicture(withoutSpoilers(parseMarkdown(this.source)));
    return this.#leadingPicture;
  }

  get html(): string {
    if (this.#open === undefined) {
      this.#open = renderOpen(this.source);
      this.onGrown();
    }
    return linkMentions(this.#open, this.nameOf);
  }

  get preview(): string {
    if (this.#preview === undefined) {
      this.#preview = hasReference(this.source)
        ? toPlainText(this.source).slice(0, maxPreviewSource)
        : createPlainPreview(this.source, limits.preview);
      // Lists show the picture too, and callers yield to other work only around this getter, so find it now.
      void this.leadingPicture;
      this.onGrown();
    }
    return hasReference(this.source) ? cutText(withNames(this.#preview, this.nameOf), limits.preview) : this.#preview;
  }

  isRendered(form: 'html' | 'preview'): boolean {
    return (form === 'html' ? this.#open : this.#preview) !== undefined;
  }
}
