import type { Requester } from '../request/request-context.js';
import type { OwnedFile } from '../vault/files.js';

/** A feature whose rows refer to files. */
export interface FileUse {
  inTexts: boolean;
  /**
   * Includes rows that only staff may see. @throws if the rows may be out of date, for example while the views lag:
   * unreferenced files are removed
   */
  usedAmong(files: readonly OwnedFile[]): Promise<Set<string>>;
  isVisible(file: OwnedFile, requester: Requester): Promise<boolean>;
}
