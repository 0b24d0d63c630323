import { limits } from '@guildhall/domain/limits.js';
import { retryDelayMs } from '@guildhall/domain/retry-delay.js';
import { formatPicture } from '@guildhall/domain/uploads.js';
import type { UploadResponse } from '@guildhall/domain/wire/schemas/members/uploads.js';
import type { RefObject } from 'react';
import { create } from 'zustand';
import { createId } from '../../shared/create-id.js';
import { ApiError, isTransient, getMessage, send } from '../../shared/api/api.js';
import { uploadFile } from '../../shared/api/upload.js';
import { readStored, listStoredKeys } from '../../shared/browser/storage.js';
import { preparePicture } from '../../shared/prepare-picture.js';
import { scrollToCaret } from '../editor/completion/caret-place.js';
import { insertLines, replaceText } from '../editor/insert-text.js';
import { listDistinctPictures, createUploadingMark } from './picture-text.js';
import { texts } from './texts.js';

export interface PictureUpload {
  /** Identifies the upload, and is also its idempotency key. */
  key: string;
  name: string;
  state: 'waiting' | 'sending' | 'offline' | 'failed';
  /** The share that has been sent, from 0 to 1. */
  sentShare: number;
  fault: string | null;
}

interface Entry {
  key: string;
  file: File;
  controller: AbortController;
}

const maxAttempts = 10;
const retryTimes = { initialDelayMs: 1_000, maxDelayMs: 30_000 };
const maxRetryAfterSeconds = 120;
/** This is long enough for the draft to be stored first. */
const removalDelayMs = 2_000;

/**
 * Uploads pictures one after another, and inserts them into the text where the caret was. After a lost connection, an
 * upload is retried until it is cancelled or its form is closed.
 */
export class UploadQueue {
  readonly useUploads = create<{ uploads: PictureUpload[]; fault: string | null }>(() => ({
    uploads: [],
    fault: null,
  }));
  private readonly entries = new Map<string, Entry>();
  /** The pictures uploaded here, which are unused unless this text contains them. */
  private uploadedIds: string[] = [];
  private lastUpload: Promise<void> = Promise.resolve();

  constructor(private readonly field: RefObject<HTMLTextAreaElement | null>) {}

  add(files: readonly File[]): void {
    const field = this.field.current;
    if (!field) return;
    const room = limits.pictures - listDistinctPictures(field.value).length - this.entries.size;
    this.setFault(files.length > room ? texts.tooMany(limits.pictures) : null);
    const addedItems = files.slice(0, Math.max(0, room)).map((file) => {
      return { key: createId(), file, controller: new AbortController() };
    });
    if (addedItems.length === 0) return;
    for (const entry of addedItems) this.entries.set(entry.key, entry);
    const uploads = addedItems.map(({ key, file: { name } }) => ({ key, name, ...waitingState }));
    this.useUploads.setState((state) => ({ uploads: [...state.uploads, ...uploads] }));
    insertLines(field, addedItems.map(getMark));
    scrollToCaret(field);
    for (const entry of addedItems) this.enqueue(entry);
  }

  retry(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.update(key, waitingState);
    this.enqueue(entry);
  }

  cancel(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    entry.controller.abort();
    this.setFault(null);
    this.finish(entry, '');
  }

  /** Call this when the text is sent, because the form may be empty afterwards. */
  keep(text: string): void {
    this.uploadedIds = this.uploadedIds.filter((id) => !text.includes(id));
  }

  /** Call this when the form is closed. Until then, the member can undo removing a picture. */
  end(text: string): void {
    this.keep(text);
    if (this.uploadedIds.length > 0) this.remove(this.uploadedIds);
    this.uploadedIds = [];
    for (const { controller } of this.entries.values()) controller.abort();
  }

  setFault(fault: string | null): void {
    this.useUploads.setState({ fault });
  }

  private enqueue(entry: Entry): void {
    this.lastUpload = this.lastUpload.then(() =>
      Promise.race([this.run(entry), waitForAbort(entry.controller.signal)]),
    );
  }

  /** Waits for uploads in progress, because the same picture may have been chosen again. Unused files expire anyway. */
  private remove(ids: readonly string[]): void {
    const removeEach = async () => {
      for (const id of ids) if (!this.isNeeded(id)) await send('DELETE', `/uploads/${id}`, createId()).catch(() => {});
    };
    setTimeout(() => {
      this.lastUpload = this.lastUpload.then(removeEach);
    }, removalDelayMs);
  }

  /** Drafts and unsent replies may contain the same picture. */
  private isNeeded(id: string): boolean {
    const storedItems = listStoredKeys('').map(readStored);
    return [this.field.current?.value, ...storedItems].some((text) => text?.includes(id));
  }

  private async run(entry: Entry): Promise<void> {
    const { signal } = entry.controller;
    if (signal.aborted) return;
    try {
      const { id } = await this.send(entry);
      if (signal.aborted) return this.remove([id]);
      this.uploadedIds.push(id);
      this.finish(entry, formatPicture({ id, alt: '' }));
    } catch (error) {
      const fault = error instanceof UnsuitableFile ? error.message : getMessage(error, texts.failed);
      if (!signal.aborted) this.update(entry.key, { state: 'failed', fault });
    }
  }

  private async send({ key, file, controller: { signal } }: Entry): Promise<UploadResponse> {
    const preparedFile = await preparePicture(file, 'upload');
    if (preparedFile.file === null) throw new UnsuitableFile(preparedFile.refusal);
    let failures = 0;
    for (;;) {
      signal.throwIfAborted();
      this.update(key, { state: 'sending', sentShare: 0 });
      try {
        const onProgress = (sentShare: number) => this.update(key, { sentShare });
        return await uploadFile<UploadResponse>('/uploads', key, preparedFile.file, { signal, onProgress });
      } catch (error) {
        if (signal.aborted || !mayRetry(error)) throw error;
        this.update(key, { state: error instanceof ApiError ? 'waiting' : 'offline' });
        if (!navigator.onLine) {
          await waitUntilOnline(signal);
          continue;
        }
        if (++failures === maxAttempts) throw error;
        await delay(Math.max(retryDelayMs(failures, retryTimes, Math.random()), retryAfterMs(error)), signal);
      }
    }
  }

  private finish(entry: Entry, replacement: string): void {
    if (this.field.current) replaceText(this.field.current, getMark(entry), replacement);
    this.entries.delete(entry.key);
    this.useUploads.setState(({ uploads }) => ({ uploads: uploads.filter(({ key }) => key !== entry.key) }));
  }

  private update(key: string, change: Partial<PictureUpload>): void {
    const updateUpload = (upload: PictureUpload) => (upload.key === key ? { ...upload, ...change } : upload);
    this.useUploads.setState(({ uploads }) => ({ uploads: uploads.map(updateUpload) }));
  }
}

class UnsuitableFile extends Error {}

const waitingState = { state: 'waiting', sentShare: 0, fault: null } as const;

const getMark = ({ key, file }: Entry): string => createUploadingMark(key, file.name);

const mayRetry = (error: unknown): boolean =>
  isTransient(error) || (error instanceof ApiError && [408, 429].includes(error.status));

const retryAfterMs = (error: unknown): number =>
  error instanceof ApiError ? Math.min(error.retryAfter, maxRetryAfterSeconds) * 1_000 : 0;

const waitForAbort = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

function waitUntilOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      removeEventListener('online', stop);
      signal.removeEventListener('abort', stop);
      resolve();
    };
    addEventListener('online', stop);
    signal.addEventListener('abort', stop);
  });
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const stop = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}
