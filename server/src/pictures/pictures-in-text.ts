import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { toUploadsField, type WithUploads } from '@guildhall/domain/uploads.js';
import { parseMarkdown, requireRenderableMarkup } from '../text/markdown.js';
import {
  hasMalformedPicture,
  mayContainPictures,
  findNumberedPictures,
  withFacts,
  withNumbers,
} from '../text/pictures.js';
import type { OwnedFiles } from '../files/owned-files.js';
import type { OwnedFile, PictureFacts } from '../vault/files.js';
import type { Texts } from '../vault/texts.js';
import type { Vault } from '../vault/vault.js';

export interface SealingDependencies {
  vault: Pick<Vault, 'findFilesBy'>;
  texts: Pick<Texts, 'seal'>;
  files: Pick<OwnedFiles, 'claim'>;
}

export type FindPicture = (id: string) => Promise<OwnedFile | null>;

export interface TextSource {
  authorId: number;
  editorId?: number;
  /** Uploads in the previous version. Any of them may have been removed since. */
  uploads?: readonly string[] | undefined;
  /** The previous version, sealed. */
  content?: string | undefined;
  /** The field of the request that contains the text. */
  field?: string;
}

/**
 * Seals a text with its author's key. Only the author can add pictures, and only their own.
 *
 * @throws Refusal upload-unknown, too-many-pictures, content-markup; AuthorErased, VaultUnavailable
 */
export async function sealWithPictures(
  { vault, texts, files }: SealingDependencies,
  { authorId, editorId = authorId, uploads: existing = [], content: previousContent, field = 'content' }: TextSource,
  text: string,
): Promise<{ content: string } & WithUploads> {
  const find: FindPicture = async (id) => {
    const [file] = await vault.findFilesBy('id', id);
    if (file?.ownerId !== authorId) return null;
    if (existing.includes(id)) return file;
    return editorId === authorId && (await files.claim(file)) ? file : null;
  };
  const { storedText, uploads, unknown, isMalformed } = await withPictures(text, find, field);
  if (isMalformed || unknown.some((id) => !existing.includes(id))) throw new Refusal('upload-unknown', field);
  const content = await texts.seal(authorId, storedText);
  // Older texts may exceed this limit, but their threads can still be locked and renamed.
  if (content !== previousContent) requireRenderableMarkup(storedText, field);
  return { content, ...toUploadsField({ uploads }) };
}

/**
 * Adds the facts that rendering needs to the pictures that are found, and replaces the others with their alt text.
 *
 * @throws Refusal too-many-pictures
 */
export async function withPictures(
  text: string,
  find: FindPicture,
  field = 'content',
): Promise<{ storedText: string; uploads: string[]; unknown: string[]; isMalformed: boolean }> {
  if (!mayContainPictures(text)) return { storedText: text, uploads: [], unknown: [], isMalformed: false };
  const numberedText = withNumbers(text);
  const tokens = parseMarkdown(numberedText);
  const idsByNumber = findNumberedPictures(tokens);
  if (idsByNumber.size > limits.pictures) throw new Refusal('too-many-pictures', field);
  const ids = [...new Set(idsByNumber.values())];
  const facts = new Map<string, PictureFacts>();
  for (const id of ids) {
    const picture = (await find(id))?.picture;
    if (picture) facts.set(id, picture);
  }
  return {
    storedText: withFacts(numberedText, idsByNumber, facts),
    uploads: ids.filter((id) => facts.has(id)),
    unknown: ids.filter((id) => !facts.has(id)),
    isMalformed: hasMalformedPicture(tokens),
  };
}
