import type { Requester } from '../request/request-context.js';
import type { OwnedFile } from '../vault/files.js';

export interface FileUse {
  inTexts: boolean;
  /**
   * Includes rows that only staff can see. @throws if rows may be outdated, because callers remove unreferenced files
   */
  findUsed(files: readonly OwnedFile[]): Promise<Set<string>>;
  isVisible(file: OwnedFile, requester: Requester): Promise<boolean>;
}
