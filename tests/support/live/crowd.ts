import { randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { streams } from '@guildhall/domain/events.js';
import { openSqliteLog } from '@guildhall/event-store/sqlite/log.js';
import { readEnv } from '@guildhall/server/process/env.js';
import { deriveSecret } from '@guildhall/server/process/secrets.js';
import { Policy } from '@guildhall/server/policy/policy.js';
import { Sessions } from '@guildhall/server/request/sessions.js';
import { createSession } from '@guildhall/server/testing/services.js';
import { sealText, type AuthorKey } from '@guildhall/server/vault/sealing.js';
import { openSqliteVault } from '@guildhall/server/vault/sqlite/sqlite-vault.js';
import { addForum } from '../processes/large-forum.js';

export interface CrowdMember {
  userId: number;
  cookie: string;
  author: AuthorKey;
}

/** Call this only while the server is stopped. */
export async function addCrowd(dataDir: string, count: number): Promise<CrowdMember[]> {
  const forum = await addForum(dataDir, count);
  const vault = await openSqliteVault(join(dataDir, 'vault.db'));
  const secret = deriveSecret(readEnv({ DATA_DIR: dataDir }).secret, 'session');
  const sessions = new Sessions(vault, new Policy(), secret, { publicUrl: 'http://localhost' });
  const members: CrowdMember[] = [];
  for (const [userId, author] of forum.keys) {
    members.push({ userId, cookie: await createSession({ sessions }, userId), author });
  }
  await vault.close();
  return members;
}

/** Call this only while no server is running. */
export async function postRepliesWhileDown(
  dataDir: string,
  threadId: number,
  { author }: CrowdMember,
  texts: readonly string[],
): Promise<void> {
  const log = openSqliteLog(join(dataDir, 'log.db'));
  for (const text of texts) {
    const [postId, id] = [randomInt(2 ** 40), randomUUID()];
    const data = { postId, threadId, authorId: author.authorId, content: sealText(author, text) };
    const at = new Date().toISOString();
    const metadata = { actorId: 'system', commandId: id, correlationId: 'crowd', causationId: id, at };
    await log.append(streams.post(postId), [{ id, type: 'ReplyPosted.v1', data, metadata }], 'no-stream');
  }
  await log.close();
}
