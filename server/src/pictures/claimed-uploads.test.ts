import { join } from 'node:path';
import { Refusal } from '@guildhall/domain/refusals.js';
import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { OwnedFiles } from '../files/owned-files.js';
import { buildFileRecord, buildAccount, pictureFacts } from '../testing/vault/vault-samples.js';
import type { OwnedFile } from '../vault/files.js';
import { openSqliteVault } from '../vault/sqlite/sqlite-vault.js';
import type { Vault } from '../vault/vault.js';
import { sealWithPictures } from './pictures-in-text.js';
import { Uploads } from './uploads.js';

type Task = 0 | 1;

/** Two tasks take turns: each bit of `order` decides which of them makes the next call. */
class Turns {
  private readonly waiting: ((() => void) | null)[] = [null, null];
  private readonly hasEnded = [false, false];

  constructor(private order: number) {}

  wait(task: Task): Promise<void> {
    return new Promise((resolve) => {
      this.waiting[task] = resolve;
      this.continue();
    });
  }

  end(task: Task): void {
    this.hasEnded[task] = true;
    this.continue();
  }

  private continue(): void {
    if (this.waiting.some((go, task) => !go && !this.hasEnded[task])) return;
    const next = this.hasEnded[0] ? 1 : this.hasEnded[1] ? 0 : this.order & 1;
    this.order >>= 1;
    const go = this.waiting[next];
    this.waiting[next] = null;
    go?.();
  }
}

const usedIds = new Set<string>();

function createServices(vault: Vault, task: Task, turns: Turns) {
  const callInTurn =
    <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      await turns.wait(task);
      return call(...args);
    };
  const { findFilesBy, claimFile, removeFile } = vault;
  const vaultInTurn = {
    ...vault,
    findFilesBy: callInTurn<Parameters<Vault['findFilesBy']>, OwnedFile[]>(findFilesBy),
    claimFile: callInTurn(claimFile),
    removeFile: callInTurn(removeFile),
  };
  const findUsed = (files: readonly OwnedFile[]) => files.flatMap(({ id }) => (usedIds.has(id) ? [id] : []));
  const use = {
    inTexts: true,
    isVisible: async () => false,
    findUsed: callInTurn(async (some: readonly OwnedFile[]) => new Set(findUsed(some))),
  };
  const logger = pino({ level: 'silent' });
  return {
    vault: vaultInTurn,
    files: new OwnedFiles({ vault: vaultInTurn, store: vault.fileStore, uses: [use], logger }),
    use: callInTurn(async (id: string) => void usedIds.add(id)),
  };
}

async function describeOutcome(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

async function postAndRemove(vault: Vault, id: string, order: number): Promise<string> {
  const turns = new Turns(order);
  const [postingServices, removingServices] = [createServices(vault, 0, turns), createServices(vault, 1, turns)];
  const post = async () => {
    const texts = { seal: async (_author: number, text: string) => text };
    await sealWithPictures({ ...postingServices, texts }, { authorId: 1 }, `![](upload:${id})`);
    await postingServices.use(id);
  };
  const uploads = new Uploads(removingServices as unknown as ConstructorParameters<typeof Uploads>[0]);
  const outcomes = await Promise.all([
    describeOutcome(post).finally(() => turns.end(0)),
    describeOutcome(() => uploads.remove(1, id)).finally(() => turns.end(1)),
  ]);
  const isStored = (await vault.findFilesBy('id', id)).length > 0;
  return `text: ${outcomes[0]}, removal: ${outcomes[1]}, picture: ${isStored ? 'stored' : 'removed'}`;
}

test("either the text with a picture or the picture's removal succeeds, whatever the order of their steps", async () => {
  const vault = await openSqliteVault(join(createTemporaryFolder(), 'vault.db'));
  await vault.createAccount(buildAccount(1, 'Anna'));
  const outcomes = new Set<string>();
  for (let order = 0; order < 128; order++) {
    const { id } = await vault.saveFile({ ...buildFileRecord(`${order}`.padStart(32, '0'), 1), picture: pictureFacts });
    outcomes.add(await postAndRemove(vault, id, order));
  }
  expect([...outcomes].sort()).toEqual([
    'text: done, removal: upload-claimed, picture: stored',
    'text: done, removal: upload-in-use, picture: stored',
    'text: upload-unknown, removal: done, picture: removed',
  ]);
  await vault.close();
});
