import { can } from '@guildhall/domain/permissions.js';
import { liftEvent, streams } from '@guildhall/domain/events.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { TextVersion } from '@guildhall/domain/wire/profiles.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import { z } from 'zod';
import { postVersion, threadVersion } from '../answers/profiles.js';
import { idIn } from '../input.js';
import { operation, requireUser, type Call, type Operation } from '../operation.js';
import { formed, linkNext, paging } from '../paging.js';
import type { Parts } from '../parts.js';
import { showTexts } from '../shown-texts.js';
import { refuseUnlessVisible } from '../thread-seen.js';

/** A page begins behind a version. */
const page = paging(formed(/^[1-9]\d{0,9}$/)).omit({ after: true });
type Page = z.infer<typeof page>;

export function editHistoryRoutes(parts: Parts): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/forums/posts/:id/history',
      tag: 'Forums',
      summary: 'The versions of a reply, oldest first: of the own ones, or for moderators',
      query: page,
      answer: z.array(postVersion),
      run: (call) => ofPost(parts, call),
    }),
    operation({
      method: 'get',
      path: '/forums/threads/:id/history',
      tag: 'Forums',
      summary: 'The versions of the texts of a thread, oldest first: of the own ones, or for moderators',
      query: page,
      answer: z.array(threadVersion),
      run: (call) => ofThread(parts, call),
    }),
  ];
}

async function ofPost(parts: Parts, call: Call<unknown, Page>): Promise<void> {
  requireUser(call, 'login-first');
  const post = await parts.commands.postState(idIn(call.req.params.id));
  if (post.status !== 'standing') throw new Refusal('not-found');
  await refuseUnlessStanding(parts, call, post.threadId);
  refuseUnlessReader(call, post.authorId);
  await answer(parts, call, streams.post(post.postId));
}

async function ofThread(parts: Parts, call: Call<unknown, Page>): Promise<void> {
  requireUser(call);
  const thread = await refuseUnlessStanding(parts, call, idIn(call.req.params.id));
  refuseUnlessReader(call, thread.authorId);
  await answer(parts, call, streams.thread(thread.threadId));
}

/** @returns the thread, where it stands and the asking person may see it */
async function refuseUnlessStanding(parts: Parts, call: Call<unknown, Page>, threadId: number) {
  const thread = await parts.commands.threadState(threadId);
  refuseUnlessVisible(parts, call, thread);
  if (thread.status !== 'standing') throw new Refusal('not-found');
  return thread;
}

function refuseUnlessReader({ actor }: Call<unknown, Page>, authorId: number): void {
  if (actor.userId !== authorId && !can(actor, 'view-edit-history')) throw new Refusal('forbidden');
}

/** What was written and edited, from the stream itself: no view keeps what nobody looks at. */
async function answer(parts: Parts, { req, res, query }: Call<unknown, Page>, stream: string): Promise<void> {
  const { limit, cursor } = query;
  const written = (await parts.log.readStream(stream, 0)).flatMap(({ type, data, metadata }) => {
    const event = liftEvent(type, data);
    return event && 'content' in event.data ? [{ texts: event.data, metadata }] : [];
  });
  const numbered = written.map((it, index) => ({ ...it, version: index + 1 }));
  const found = numbered.filter(({ version }) => version > Number(cursor ?? 0));
  const shown = found.slice(0, limit);
  const opened = await showTexts(
    parts.texts,
    shown.flatMap(({ texts }) => ('title' in texts ? [texts.title, texts.content] : [texts.content])),
  );
  const editorOf = (metadata: StoredEvent['metadata']) => Number(metadata['actorId']);
  await parts.directory.ensure(shown.map(({ metadata }) => editorOf(metadata)));
  const rows = shown.map(({ texts, metadata, version }): TextVersion => {
    const id = editorOf(metadata);
    const by = { id, username: parts.directory.nameOf(id) };
    const row = { version, content: opened(texts.content).text, at: metadata['at'] ?? '', by };
    return 'title' in texts ? { ...row, title: opened(texts.title).text } : row;
  });
  linkNext(req, res, found.length > limit ? String(shown.at(-1)?.version) : null);
  res.set('cache-control', 'private, no-cache').json(rows);
}
