import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { streams, type DomainEvent } from '@guildhall/domain/events.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import { openSqliteLog } from '@guildhall/event-store/sqlite/log.js';
import { readEnv } from '@guildhall/server/process/env.js';
import { derivedSecret } from '@guildhall/server/process/secrets.js';
import { Policy } from '@guildhall/server/policy/policy.js';
import { Sessions } from '@guildhall/server/request/sessions.js';
import { sessionOf } from '@guildhall/server/testing/services.js';
import { sealText, type AuthorKey } from '@guildhall/server/vault/sealing.js';
import { openSqliteVault } from '@guildhall/server/vault/sqlite/sqlite-vault.js';
import { addAccounts, spreadId } from '../processes/large-forum.js';

export interface CrowdMember {
  userId: number;
  cookie: string;
  author: AuthorKey;
}

/** The server must be stopped. */
export async function addCrowd(dataDir: string, count: number): Promise<CrowdMember[]> {
  const authors = await addAccounts(dataDir, count);
  await withLog(dataDir, async (log) => {
    const verified = authors.map(async ({ authorId: userId }) => {
      await append(log, streams.user(userId), { type: 'UserRegistered.v1', data: { userId } }, 'no-stream');
      await append(log, streams.user(userId), { type: 'UserVerified.v1', data: { userId } }, 0);
    });
    await Promise.all(verified);
  });
  const vault = await openSqliteVault(join(dataDir, 'vault.db'));
  const secret = derivedSecret(readEnv({ DATA_DIR: dataDir }).secret, 'session');
  const sessions = new Sessions(vault, new Policy(), secret, { publicUrl: 'http://localhost' });
  const members: CrowdMember[] = [];
  for (const author of authors) {
    members.push({ userId: author.authorId, cookie: await sessionOf({ sessions }, author.authorId), author });
  }
  await vault.close();
  return members;
}

/** No server may run meanwhile. @returns the ids */
export async function repliesWhileDown(
  dataDir: string,
  threadId: number,
  { author }: CrowdMember,
  texts: readonly string[],
): Promise<number[]> {
  const ids = texts.map((_, n) => spreadId(2_000_000 + n));
  await withLog(dataDir, async (log) => {
    for (const [n, postId] of ids.entries()) {
      const data = { postId, threadId, authorId: author.authorId, content: sealText(author, texts[n] ?? '') };
      await append(log, streams.post(postId), { type: 'ReplyPosted.v1', data }, 'no-stream');
    }
  });
  return ids;
}

async function withLog(dataDir: string, use: (log: EventLog) => Promise<void>): Promise<void> {
  const log = openSqliteLog(join(dataDir, 'log.db'));
  await use(log).finally(() => log.close());
}

async function append(log: EventLog, stream: string, event: DomainEvent, expected: number | 'no-stream') {
  const id = randomUUID();
  const at = new Date().toISOString();
  const metadata = { actorId: 'system', commandId: id, correlationId: 'crowd', causationId: id, at };
  await log.append(stream, [{ id, ...event, metadata }], expected);
}
