import type { ThreadRow } from '@guildhall/domain/wire/rest.js';
import { rowPosition } from '../../live/positions.js';
import { wordsOf } from '../../shared/api.js';
import { deleteReply, deleteThread, putReply, putThread, type ThreadFields } from './api.js';
import { expectRow, reloadThread } from './open-thread.js';
import { applyRows } from './store.js';
import { texts } from './texts.js';

/** Null when it is done, else the words for why not: the server's, or the specification's where it gave none. */
export type Outcome = string | null;

async function outcome(act: () => Promise<void>, otherwise: string): Promise<Outcome> {
  try {
    await act();
    return null;
  } catch (error) {
    return wordsOf(error, otherwise);
  }
}

export function editReply(id: number, content: string, key: string): Promise<Outcome> {
  return outcome(async () => {
    const { position } = await putReply(id, content, key);
    expectRow(id, rowPosition(position));
  }, texts.replyNotEdited);
}

export function removeReply(id: number, key: string): Promise<Outcome> {
  return outcome(async () => {
    const pos = rowPosition((await deleteReply(id, key)).position);
    if (pos === null) reloadThread();
    else applyRows([{ kind: 'post', id, pos, removed: true }]);
  }, texts.replyNotDeleted);
}

export function changeThread(thread: ThreadRow, change: Partial<ThreadFields>, key: string): Promise<Outcome> {
  const { title, content, locked, sticky } = thread;
  return outcome(async () => {
    await putThread(thread.id, { title, content, locked, sticky, ...change }, key);
    reloadThread();
  }, texts.threadNotEdited);
}

export function removeThread(id: number, key: string): Promise<Outcome> {
  return outcome(async () => {
    await deleteThread(id, key);
  }, texts.threadNotDeleted);
}
