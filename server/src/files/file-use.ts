import type { Requester } from '../request/request-context.js';
import type { OwnedFile } from '../vault/files.js';

/** A feature whose rows refer to files. Its results are derived from those rows, so that the two cannot disagree. */
export interface FileUse {
  /** Whether its rows are texts of the owner, which may stay when the account is erased. */
  inTexts: boolean;
  /**
   * The ids of those files to which anything refers, also what only staff may see.
   * @throws where that is not certain, as while the views are behind: the files are removed otherwise
   */
  usedAmong(files: readonly OwnedFile[]): Promise<Set<string>>;
  /** Whether the requester may see something that refers to the file. */
  isVisible(file: OwnedFile, requester: Requester): Promise<boolean>;
}
