import { LRUCache } from 'lru-cache';
import { cutText } from '@guildhall/domain/text/graphemes.js';
import { limits } from '@guildhall/domain/limits.js';
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
  readonly mentioned: readonly number[];
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
  sealed: string;
  text: string | null;
}

export class Texts {
  readonly #vault: Pick<Vault, 'findAuthorKeys' | 'findRemovedUploads'>;
  readonly #isErased: (authorId: number) => boolean;
  readonly #nameOf: NameOf;
  readonly #unreadable: (error: unknown, authorId: number) => void;
  readonly #texts: LRUCache<string, CachedText>;
  readonly #keys: LRUCache<number, AuthorKey>;
  readonly #recentlyRemoved = new LRUCache<string, true>({ maxSize: maxRecentRemovals, sizeCalculation: () => 1 });
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
      sizeCalculation: ({ bytes }, sealed) => entryOverheadBytes + bytes + sealed.length,
    });
    // With `max`, the cache would allocate memory for all entries up front.
    this.#keys = new LRUCache({ maxSize: maxKeys, sizeCalculation: () => 1 });
  }

  /** @throws AuthorErased, VaultUnavailable */
  async seal(authorId: number, text: string): Promise<string> {
    const cachedKey = this.#isErased(authorId) ? undefined : this.#keys.get(authorId);
    const key = cachedKey ?? (await this.#readKeys([authorId])).get(authorId);
    if (!key) throw new AuthorErased(authorId);
    const sealed = sealText(key, text);
    this.#cache({ key, sealed, text });
    return sealed;
  }

  /**
   * Calls the vault at most twice: for keys, and for pictures that an Admin removed. A text is null if its author's key
   * has been erased. @throws VaultUnavailable
   */
  async open(sealedTexts: readonly string[]): Promise<Map<string, OpenedText | null>> {
    const ready = new Map(sealedTexts.map((sealed) => [sealed, this.openCached(sealed)]));
    const missing = [...ready.keys()].filter((sealed) => ready.get(sealed) === undefined);
    const keys = await this.#readKeys(missing.map(parseAuthor));
    const newTexts = new Map(missing.map((sealed) => [sealed, this.#decrypt(keys.get(parseAuthor(sealed)), sealed)]));
    const removed = await this.#findRemovedPictures([...newTexts.values()]);
    const openOne = (sealed: string) => {
      const newText = newTexts.get(sealed);
      return this.#isErased(parseAuthor(sealed))
        ? null
        : (ready.get(sealed) ?? (newText ? this.#cache(newText, removed) : null));
    };
    return new Map([...ready.keys()].map((sealed) => [sealed, openOne(sealed)]));
  }

  openCached(sealed: string): OpenedText | null | undefined {
    const cachedText = this.#texts.get(sealed);
    const authorId = cachedText?.authorId ?? parseAuthor(sealed);
    if (this.#isErased(authorId)) return null;
    if (cachedText) return cachedText;
    const plainText = this.#decrypt(this.#keys.get(authorId), sealed);
    return plainText && !hasPictures(plainText.text ?? '') ? this.#cache(plainText) : undefined;
  }

  /** Also prevents reads in progress from caching the author's key and texts again. */
  forget(authorId: number): void {
    for (const forgotten of this.#forgottenWhileOpening) forgotten.add(authorId);
    this.#keys.delete(authorId);
    for (const sealed of [...this.#texts.keys()]) if (parseAuthor(sealed) === authorId) this.#texts.delete(sealed);
  }

  /** Texts then show the picture's description instead. */
  hidePicture(id: string): void {
    this.#recentlyRemoved.set(id, true);
    for (const [sealed, text] of [...this.#texts]) if (text.contains(id)) this.#texts.delete(sealed);
  }

  #decrypt(key: AuthorKey | undefined, sealed: string): DecryptedText | null {
    if (!key) return null;
    try {
      return { key, sealed, text: openText(key, sealed) };
    } catch (error) {
      // A single unreadable text must not break a page or the live updates.
      this.#unreadable(error, key.authorId);
      return { key, sealed, text: null };
    }
  }

  async #findRemovedPictures(texts: readonly (DecryptedText | null)[]): Promise<ReadonlySet<string>> {
    const ids = new Set(texts.flatMap((text) => findPictureIds(text?.text ?? '')));
    return new Set(ids.size === 0 ? [] : await this.#vault.findRemovedUploads([...ids]));
  }

  #cache({ key, sealed, text }: DecryptedText, removedIds: ReadonlySet<string> = new Set()): OpenedText {
    if (text === null) return new CachedText(key.authorId, unreadableText, this.#nameOf);
    const visible = removeHiddenFacts(text, (id) => removedIds.has(id) || this.#recentlyRemoved.has(id));
    const openedText = new CachedText(key.authorId, visible, this.#nameOf, () => this.#updateSize(sealed, openedText));
    if (this.#keys.peek(key.authorId) === key) this.#texts.set(sealed, openedText);
    return openedText;
  }

  #updateSize(sealed: string, openedText: CachedText): void {
    if (this.#texts.peek(sealed) !== openedText) return;
    this.#texts.delete(sealed);
    this.#texts.set(sealed, openedText);
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

  get mentioned(): number[] {
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
