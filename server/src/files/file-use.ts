import type { Requester } from '../request/request-context.js';
import type { OwnedFile } from '../vault/files.js';

/** A feature whose rows refer to files. It derives references from those rows instead of storing them. */
export interface FileUse {
  /** Whether the rows are texts, which the owner may leave behind when their account is erased. */
  inTexts: boolean;
  /**
   * Returns the ids of the files that any row refers to, including rows that only staff may see.
   * @throws if the rows may be out of date, for example while the views lag: unreferenced files are removed
   */
  usedAmong(files: readonly OwnedFile[]): Promise<Set<string>>;
  isVisible(file: OwnedFile, requester: Requester): Promise<boolean>;
}
