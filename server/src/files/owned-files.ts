import { createHash, randomBytes } from 'node:crypto';
import type { PictureSize } from '@guildhall/domain/uploads.js';
import { StoreUnavailable } from '@guildhall/projections/view-store.js';
import type { Logger } from 'pino';
import type { Requester } from '../request/request-context.js';
import { readPages } from '../stores/pages.js';
import type { FileStore, OwnedFile, PictureFacts } from '../vault/files.js';
import { AuthorErased, VaultDamaged, type Vault } from '../vault/vault.js';
import type { FileUse } from './file-use.js';
import { openFile, parseOwner, sealFile, siteOwner, buildStoredName, listStoredNames } from './sealed-file.js';

interface Dependencies {
  vault: Pick<
    Vault,
    'saveFile' | 'findFilesBy' | 'listFiles' | 'claimFile' | 'removeFile' | 'findAuthorKeys' | 'eraseAccount'
  >;
  store: FileStore;
  uses: readonly FileUse[];
  logger: Logger;
}

const graceMs = 3_600_000;
/** Members may take this long to write the post that a picture is for. */
const pictureGraceMs = 24 * graceMs;
/** Content that has passed the checks is stored or refused within this time. */
const maxClaimMs = 120_000;
const batchSize = 500;
const noKey = new Uint8Array();

export interface TextPicture {
  facts: PictureFacts;
  thumbnail: Uint8Array;
  /** For lists. Appended to the thumbnail. */
  tiny: Uint8Array;
}

/** Writes and removes a file's record before its bytes, so bytes without a record are safe to remove. */
export class OwnedFiles {
  constructor(private readonly services: Dependencies) {}

  async save(
    ownerId: number | null,
    bytes: Uint8Array,
    contentType: string,
    picture?: TextPicture,
    identity: Pick<OwnedFile, 'id' | 'hash' | 'commandId'> = identifyFile(ownerId, bytes, picture),
  ): Promise<OwnedFile> {
    const { vault, store } = this.services;
    const smaller = picture && Buffer.concat([picture.thumbnail, picture.tiny]);
    const key = await this.readOwnerKey(ownerId);
    if (!key) throw new AuthorErased(ownerId ?? 0);
    const savedAt = new Date().toISOString();
    const file = await vault.saveFile({
      ...identity,
      ownerId,
      contentType,
      savedAt,
      salt: randomBytes(32),
      ...(picture && {
        picture: picture.facts,
        storedBytes: bytes.length + picture.thumbnail.length + picture.tiny.length,
        tinyBytes: picture.tiny.length,
        order: `${savedAt} ${identity.id}`,
      }),
    });
    await store.put(buildStoredName(file), sealFile(file, key, bytes));
    if (smaller) await store.put(buildStoredName(file, 'small'), sealFile(file, key, smaller, 'small'));
    return file;
  }

  /** Keeps a picture until the content that is about to use it is stored. Returns false if the picture is gone. */
  claim({ id }: OwnedFile): Promise<boolean> {
    return this.services.vault.claimFile(id, new Date().toISOString());
  }

  /** Also removes a file that was uploaded again in the meantime. */
  async remove(id: string): Promise<void> {
    const { vault } = this.services;
    for (let [file] = await vault.findFilesBy('id', id); file; [file] = await vault.findFilesBy('id', id))
      if (await this.removeUnchanged(file)) return;
  }

  async removeUnchanged(file: OwnedFile): Promise<boolean> {
    const { vault, store } = this.services;
    if (!(await vault.removeFile(file))) return false;
    for (const name of listStoredNames(file)) await store.remove(name);
    return true;
  }

  /** True while the content that claimed a picture may not be stored yet. Remains true if that content is refused. */
  isClaimed({ claimedAt }: OwnedFile): boolean {
    return claimedAt !== undefined && claimedAt > new Date(Date.now() - maxClaimMs).toISOString();
  }

  async isUsed(file: OwnedFile): Promise<boolean> {
    return (await findUsed(this.services.uses, [file])).size > 0;
  }

  async findVisiblePicture(id: string, requester: Requester): Promise<OwnedFile | null> {
    const [file] = await this.services.vault.findFilesBy('id', id);
    return file?.picture && (await this.isVisible(file, requester)) ? file : null;
  }

  async findVisible(by: 'id' | 'hash', value: string, requester: Requester) {
    for (const file of await this.services.vault.findFilesBy(by, value)) {
      if (!(await this.isVisible(file, requester))) continue;
      const bytes = await this.read(file);
      if (bytes) return { ...file, bytes };
    }
    return null;
  }

  async *readOwnedFiles(ownerId: number): AsyncGenerator<OwnedFile & { bytes: Uint8Array }> {
    for (const file of await this.services.vault.findFilesBy('ownerId', ownerId)) {
      const bytes = await this.read(file);
      if (bytes) yield { ...file, bytes };
    }
  }

  /** Without `dropKey`, files that posts refer to remain. Bytes without a record are unreadable. */
  async eraseAccount(ownerId: number, dropKey: boolean, gameAccounts: readonly number[] = []): Promise<void> {
    const { vault, uses } = this.services;
    const candidates = dropKey ? [] : await vault.findFilesBy('ownerId', ownerId);
    const textUses = uses.filter(({ inTexts }) => inTexts);
    const retainedIds = await findUsed(textUses, candidates).catch(listAllIfUnknown(candidates));
    await vault.eraseAccount(ownerId, dropKey, { keptFiles: [...retainedIds], gameAccounts });
    for await (const [owner, names] of this.listNamesByOwner(`${ownerId}/`))
      await this.removeBytesWithoutRecord(owner, names);
  }

  /** Removes unreferenced files and any that crashes left behind, and logs files whose bytes are missing. */
  async sweep(now = Date.now()): Promise<void> {
    const { vault, uses, logger } = this.services;
    const isOld = ({ savedAt, picture }: OwnedFile) =>
      savedAt < new Date(now - (picture ? pictureGraceMs : graceMs)).toISOString();
    const owners = new Set<string>();
    const filePages = readPages<OwnedFile>(batchSize, (last) => vault.listFiles(last?.id ?? '', batchSize));
    for await (const files of filePages) {
      const usedIds = await findUsed(uses, files);
      for (const file of files)
        if (usedIds.has(file.id)) owners.add(parseOwner(buildStoredName(file)));
        else if (isOld(file)) await this.removeUnchanged(file);
    }
    const compare = async (owner: string, names: readonly string[]) => {
      const files = await this.removeBytesWithoutRecord(owner, names);
      // The bytes of new files may not have been written yet.
      const storedNames = new Set(names);
      for (const file of files.filter(isOld))
        if (!listStoredNames(file).every((name) => storedNames.has(name)))
          logger.error({ file: file.id, ownerId: file.ownerId }, "a file's bytes are missing");
    };
    for await (const [owner, names] of this.listNamesByOwner('')) {
      owners.delete(owner);
      await compare(owner, names);
    }
    for (const owner of owners) await compare(owner, []);
  }

  async read(file: OwnedFile, size: PictureSize = 'full'): Promise<Uint8Array | null> {
    const storedSize = size === 'full' ? size : 'small';
    const sealedBytes = await this.services.store.get(buildStoredName(file, storedSize));
    const key = sealedBytes && (await this.readOwnerKey(file.ownerId));
    if (!key) return null;
    try {
      const bytes = openFile(file, key, sealedBytes, storedSize);
      const tinyAt = bytes.length - (file.tinyBytes ?? 0);
      if (size === 'small') return bytes.subarray(0, tinyAt);
      return size === 'tiny' && tinyAt < bytes.length ? bytes.subarray(tinyAt) : bytes;
    } catch (error) {
      throw new VaultDamaged(`the file ${file.id}`, { cause: error });
    }
  }

  private async removeBytesWithoutRecord(owner: string, names: readonly string[]): Promise<OwnedFile[]> {
    const { vault, store } = this.services;
    const files = await vault.findFilesBy('ownerId', owner === siteOwner ? null : Number(owner));
    const recordedNames = new Set(files.flatMap(listStoredNames));
    for (const name of names) if (!recordedNames.has(name)) await store.remove(name);
    return files;
  }

  private async *listNamesByOwner(prefix: string): AsyncGenerator<[owner: string, names: string[]]> {
    const { store } = this.services;
    let pending: string[] = [];
    for await (const page of readPages<string>(batchSize, (last) => store.list(prefix, last ?? '', batchSize))) {
      for (const name of page) {
        const [firstName = name] = pending;
        if (parseOwner(firstName) === parseOwner(name)) pending.push(name);
        else {
          yield [parseOwner(firstName), pending];
          pending = [name];
        }
      }
    }
    const [firstName] = pending;
    if (firstName !== undefined) yield [parseOwner(firstName), pending];
  }

  private async isVisible(file: OwnedFile, requester: Requester): Promise<boolean> {
    for (const use of this.services.uses) if (await use.isVisible(file, requester)) return true;
    return false;
  }

  private async readOwnerKey(ownerId: number | null): Promise<Uint8Array | undefined> {
    return ownerId === null ? noKey : (await this.services.vault.findAuthorKeys([ownerId])).get(ownerId);
  }
}

/** An erasure must not wait for the views. The sweep later removes the pictures that no post uses. */
const listAllIfUnknown =
  (files: readonly OwnedFile[]) =>
  (error: unknown): Set<string> => {
    if (!(error instanceof StoreUnavailable)) throw error;
    return new Set(files.flatMap(({ id, picture }) => (picture ? id : [])));
  };

async function findUsed(uses: readonly FileUse[], files: readonly OwnedFile[]): Promise<Set<string>> {
  const usedIds = new Set<string>();
  if (files.length === 0) return usedIds;
  for (const use of uses) for (const id of await use.findUsed(files)) usedIds.add(id);
  return usedIds;
}

/** Includes the smaller sizes so that no key ever seals two different ones. */
export function identifyFile(ownerId: number | null, bytes: Uint8Array, picture?: TextPicture) {
  const hash = hashSha256(bytes);
  const parts = [
    ownerId ?? 'site',
    hash,
    ...(picture ? [hashSha256(picture.thumbnail), hashSha256(picture.tiny)] : []),
  ];
  return { id: hashSha256(parts.join(' ')).slice(0, 32), hash };
}

const hashSha256 = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex');
