import type { OwnedFiles } from '../files/owned-files.js';
import type { Policy } from '../policy/policy.js';
import type { Directory } from '../read-models/members/directory.js';
import type { Views } from '../stores/views.js';
import type { Texts } from '../vault/texts.js';
import type { Vault } from '../vault/vault.js';

export interface ExportDependencies {
  policy: Policy;
  vault: Vault;
  files: OwnedFiles;
  views: Views;
  texts: Texts;
  directory: Directory;
}

export interface ExportSection {
  name: string;
  rows: (services: ExportDependencies, userId: number) => AsyncIterable<object>;
}
