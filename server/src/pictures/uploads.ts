import { Refusal } from '@guildhall/domain/refusals.js';
import { streams, upcastEvent } from '@guildhall/domain/events.js';
import { can, type Actor } from '@guildhall/domain/permissions.js';
import type { UploadEvent } from '@guildhall/domain/upload/events.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import type { FileUse } from '../files/file-use.js';
import { identifyFile, type OwnedFiles } from '../files/owned-files.js';
import type { Policy } from '../policy/policy.js';
import type { SiteState } from '../policy/site-state.js';
import type { OwnedFile } from '../vault/files.js';
import type { Texts } from '../vault/texts.js';
import type { Vault } from '../vault/vault.js';
import { encodeUpload } from './encode-upload.js';

interface Dependencies {
  log: Pick<EventLog, 'readStream'>;
  files: Pick<OwnedFiles, 'save' | 'remove' | 'removeUnchanged' | 'isClaimed' | 'isUsed'>;
  vault: Pick<Vault, 'findFilesBy' | 'sumStoredSpace' | 'recordRemovedUpload'>;
  texts: Pick<Texts, 'hidePicture'>;
  site: Pick<SiteState, 'settings'>;
  policy: Pick<Policy, 'listVisiblePlaces' | 'getFlags'>;
}

const megabyte = 1_000_000;
/** The site's limit can be exceeded by uploads that other servers accept during this time. */
const siteSumMs = 600_000;

export class Uploads {
  private siteSum: { bytes: number; validUntil: number } | null = null;

  constructor(private readonly services: Dependencies) {}

  /** Members may upload if there is a place where they may post or reply. */
  mayUpload(actor: Actor): boolean {
    const { policy } = this.services;
    return policy.listVisiblePlaces(actor).some((place) => {
      const flags = policy.getFlags(actor, place);
      return flags !== null && (can(actor, 'reply', { flags }) || can(actor, 'create-thread', { flags }));
    });
  }

  /**
   * The same picture is stored only once. A repeated command returns the first one's picture, even if `upload` differs.
   *
   * @throws Refusal picture-…, upload-removed, upload-quota, upload-site-full
   */
  async add(ownerId: number, upload: Uint8Array, commandId: string): Promise<OwnedFile> {
    const { files, vault } = this.services;
    const { bytes, ...picture } = await encodeUpload(upload);
    const identity = { ...identifyFile(ownerId, bytes, picture), commandId };
    const [firstFile] = await vault.findFilesBy('commandId', commandId);
    // A kill may have prevented the first one's bytes from being stored, so they are stored again if they are the same.
    if (firstFile && firstFile.id !== identity.id) return firstFile;
    if ((await this.findRemoval(identity.id)) !== null) throw new Refusal('upload-removed');
    const [storedFile] = await vault.findFilesBy('id', identity.id);
    if (!storedFile) await this.takeSpace(ownerId, bytes.length + picture.thumbnail.length + picture.tiny.length);
    const file = await files.save(ownerId, bytes, 'image/webp', picture, identity);
    // An Admin may have removed the same picture while it was being saved.
    if ((await this.findRemoval(identity.id)) === null) return file;
    await this.completeRemoval(identity.id);
    throw new Refusal('upload-removed');
  }

  /** @throws Refusal not-found, upload-in-use, upload-claimed */
  async remove(ownerId: number, id: string): Promise<void> {
    const { files, vault } = this.services;
    const [file] = await vault.findFilesBy('id', id);
    if (!file?.picture || file.ownerId !== ownerId) throw new Refusal('not-found');
    if (await files.isUsed(file)) throw new Refusal('upload-in-use');
    if (files.isClaimed(file)) throw new Refusal('upload-claimed');
    if (!(await files.removeUnchanged(file))) await this.remove(ownerId, id);
  }

  /** Also returns the owner of a removed picture so that a removal can be repeated. @throws Refusal not-found */
  async findOwner(id: string): Promise<number> {
    const [file] = await this.services.vault.findFilesBy('id', id);
    const ownerId = file?.picture ? file.ownerId : (await this.findRemoval(id))?.ownerId;
    if (ownerId === undefined || ownerId === null) throw new Refusal('not-found');
    return ownerId;
  }

  /** The log must already contain the removal. Can be repeated. */
  async completeRemoval(id: string): Promise<void> {
    const { files, vault } = this.services;
    await vault.recordRemovedUpload(id);
    this.hide(id);
    await files.remove(id);
  }

  /** Also runs on each server that receives the removal from the log, which makes cached responses outdated. */
  hide(id: string): void {
    this.services.texts.hidePicture(id);
  }

  async measureSiteSpace() {
    const spaces = await this.services.vault.sumStoredSpace(null);
    const usedBytes = spaces.reduce((sum, { bytes }) => sum + bytes, 0);
    return { usedBytes, allowedBytes: this.services.site.settings.uploadSiteMb * megabyte, spaces };
  }

  async measureSpace(ownerId: number): Promise<{ usedBytes: number; allowedBytes: number }> {
    const [own] = await this.services.vault.sumStoredSpace(ownerId);
    return { usedBytes: own?.bytes ?? 0, allowedBytes: this.services.site.settings.uploadMemberMb * megabyte };
  }

  private async findRemoval(id: string): Promise<UploadEvent['data'] | null> {
    const [storedEvent] = await this.services.log.readStream(streams.upload(id));
    const event = storedEvent && upcastEvent(storedEvent.type, storedEvent.data);
    return event?.type === 'UploadRemoved.v1' ? event.data : null;
  }

  /**
   * Each server stores only one picture of a member at a time, so with several servers a member can exceed their space
   * by one picture for each additional server.
   */
  private async takeSpace(ownerId: number, bytes: number): Promise<void> {
    const { usedBytes, allowedBytes } = await this.measureSpace(ownerId);
    if (usedBytes + bytes > allowedBytes) throw new Refusal('upload-quota');
    const siteAllowed = this.services.site.settings.uploadSiteMb * megabyte;
    if ((await this.sumSiteBytes()).bytes + bytes > siteAllowed) this.siteSum = null; // Space may have become free.
    const sum = await this.sumSiteBytes();
    if (sum.bytes + bytes > siteAllowed) throw new Refusal('upload-site-full');
    sum.bytes += bytes;
  }

  /** Computing the sum of a large site for each upload would be slow. */
  private async sumSiteBytes() {
    if (this.siteSum && this.siteSum.validUntil > Date.now()) return this.siteSum;
    const { usedBytes } = await this.measureSiteSpace();
    return (this.siteSum = { bytes: usedBytes, validUntil: Date.now() + siteSumMs });
  }
}

/** Members see their own pictures before a text shows them. */
export const ownUploads: FileUse = {
  inTexts: false,
  findUsed: () => Promise.resolve(new Set()),
  isVisible: ({ ownerId, picture }, { identity }) =>
    Promise.resolve(picture !== undefined && identity !== null && identity.userId === ownerId),
};
