import type { ViewStore } from '../../view-store.js';
import { findNewestBefore } from '../find-documents.js';
import type { UploadUseDocument } from './project.js';

export const findUploadUses = (store: ViewStore, upload: string, beforeOrder: string | null, limit: number) =>
  findNewestBefore<UploadUseDocument>(store, 'uploadUses', { upload }, beforeOrder, limit);

/** Returns the subset of `uploads` that appear in any version of any text. */
export async function findUsedUploads(store: ViewStore, uploads: readonly string[]): Promise<Set<string>> {
  const rows = await store.findFields('uploadUses', ['upload'], { upload: { $in: uploads } });
  return new Set(rows.map(({ upload }) => String(upload)));
}
