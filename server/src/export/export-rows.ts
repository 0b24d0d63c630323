import type { EventLog } from '@guildhall/event-store/port.js';
import type { OwnedFiles } from '../files/owned-files.js';
import type { GameAccounts } from '../games/accounts/game-accounts.js';
import type { Policy } from '../policy/policy.js';
import type { Directory } from '../read-models/members/directory.js';
import type { Views } from '../stores/views.js';
import type { OpenedText, Texts } from '../vault/texts.js';
import type { Vault } from '../vault/vault.js';

export interface ExportDependencies {
  log: Pick<EventLog, 'readStream'>;
  policy: Policy;
  vault: Vault;
  files: OwnedFiles;
  views: Views;
  texts: Texts;
  directory: Directory;
  gameAccounts: Pick<GameAccounts, 'describe'>;
}

export type Rows = (services: ExportDependencies, userId: number) => AsyncIterable<object>;

export const page = 200;

export const findText = (openedTexts: Map<string, OpenedText | null>, sealedText: string): string | null =>
  openedTexts.get(sealedText)?.text ?? null;
