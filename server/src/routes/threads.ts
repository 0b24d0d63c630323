import { thingIdOf } from '@guildhall/domain/ids.js';
import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { Place } from '@guildhall/domain/structure/state.js';
import type { StandingThread, ThreadCommand, ThreadState } from '@guildhall/domain/thread/decide.js';
import type { ThreadDocument } from '@guildhall/projections/threads/document.js';
import { latestIn, threadById, threadsIn, type ThreadCursor } from '@guildhall/projections/threads/queries.js';
import type { Request } from 'express';
import { z } from 'zod';
import { check, content, flag, id, idIn, optionalId, text } from '../input.js';
import {
  answerWrite,
  commandContext,
  operation,
  refuseOthers,
  requireUser,
  type Call,
  type Operation,
} from '../operation.js';
import { limitOf, queryText } from '../paging.js';
import type { Parts } from '../parts.js';
import { answerShared } from '../shared-answers.js';
import { AuthorGone } from '../vault/texts.js';

const title = text('title-and-content', 'title-length', limits.title.max).refine(
  (value) => value.length >= limits.title.min,
  { error: 'title-length' },
);
const texts = { title, content: content('title-and-content') };
const place = { section_id: id, subsection_id: optionalId };

const newThread = z.object({
  ...place,
  ...texts,
  user_id: optionalId,
  locked: flag.default(false),
  sticky: flag.default(false),
});
const changedThread = z.object({ ...texts, locked: flag.optional(), sticky: flag.optional() });
const move = z.object(place);

export function threadRoutes(parts: Parts): Operation[] {
  const one = '/forums/threads/:id';
  return [
    operation({ method: 'get', path: '/forums/threads', run: (call) => list(parts, call) }),
    operation({ method: 'get', path: '/forums/recent', run: (call) => recent(parts, call) }),
    operation({ method: 'get', path: one, run: (call) => show(parts, call) }),
    operation({ method: 'post', path: '/forums/threads', body: newThread, run: (call) => create(parts, call) }),
    operation({ method: 'put', path: one, body: changedThread, run: (call) => change(parts, call) }),
    operation({ method: 'delete', path: one, run: (call) => act(parts, call, 'delete', { type: 'DeleteThread' }) }),
    operation({
      method: 'post',
      path: `${one}/restore`,
      run: (call) => act(parts, call, 'restore', { type: 'RestoreThread' }),
    }),
    operation({
      method: 'post',
      path: `${one}/move`,
      body: move,
      run: (call) => act(parts, call, 'move', { type: 'MoveThread', place: placeOf(call.body) }),
    }),
  ];
}

const placeOf = (body: z.infer<typeof move>): Place => ({
  sectionId: body.section_id,
  subsectionId: body.subsection_id,
});

/** The threads that stand directly in a section or subsection: pinned first, then by newest activity. */
async function list(parts: Parts, call: Call<unknown>): Promise<void> {
  const place = placeOf(check(move, call.req.query));
  const limit = limitOf(call.req);
  const cursor = cursorIn(call.req);
  await answerShared(parts, call, async () => {
    if (!parts.policy.mayView(call.actor, place)) throw new Refusal('not-found');
    const found = await threadsIn(parts.views.store, place, limit + 1, cursor);
    const shown = found.slice(0, limit);
    const next = found.length > limit ? cursorAfter(shown.at(-1)) : null;
    return { rows: await parts.rows.summaries(shown), cursor: next };
  });
}

function cursorIn(req: Request): ThreadCursor | null {
  const value = queryText(req, 'cursor', /^[01]\.\d{20}$/);
  return value === null ? null : { sticky: value.startsWith('1'), activity: value.slice(2) };
}

const cursorAfter = (last: ThreadDocument | undefined) => (last ? `${last.sticky ? 1 : 0}.${last.activity}` : null);

/** The threads with the newest activity of all places that the asking person may see. */
async function recent(parts: Parts, call: Call<unknown>): Promise<void> {
  const limit = Math.min(limitOf(call.req), 50);
  await answerShared(parts, call, async () => {
    const places = parts.policy.visiblePlaces(call.actor);
    const newest = await Promise.all(places.map((place) => latestIn(parts.views.store, place, limit)));
    const sorted = newest.flat().sort((a, b) => (a.activity < b.activity ? 1 : -1));
    return { rows: await parts.rows.summaries(sorted.slice(0, limit)) };
  });
}

async function show(parts: Parts, call: Call<unknown>): Promise<void> {
  const threadId = idIn(call.req.params.id);
  await answerShared(parts, call, async () => {
    const thread = await visibleThread(parts, call, threadId);
    const [row] = await parts.rows.threads([thread]);
    return { rows: row };
  });
}

/** The thread, where it stands and the asking person may see it. @throws Refusal not-found */
export async function visibleThread(parts: Parts, { actor }: Call<unknown>, id: number): Promise<ThreadDocument> {
  const thread = await threadById(parts.views.store, id);
  if (!thread || thread.deleted || !parts.policy.mayView(actor, thread)) throw new Refusal('not-found');
  return thread;
}

async function create(parts: Parts, call: Call<z.infer<typeof newThread>>): Promise<void> {
  const { body, actor, res } = call;
  const userId = requireUser(call);
  refuseOthers(userId, body.user_id);
  await parts.limits.take('write', String(userId));
  const context = commandContext('create-thread', call);
  const threadId = thingIdOf(context.commandId);
  const handled = await parts.commands.thread(
    threadId,
    {
      type: 'CreateThread',
      threadId,
      place: placeOf(body),
      locked: body.locked,
      sticky: body.sticky,
      title: await parts.texts.seal(userId, body.title),
      content: await parts.texts.seal(userId, body.content),
    },
    actor,
    context,
  );
  await answerWrite(parts, res, handled, { id: threadId }, 201);
}

async function change(parts: Parts, call: Call<z.infer<typeof changedThread>>): Promise<void> {
  const userId = requireUser(call);
  await parts.limits.take('write', String(userId));
  const threadId = idIn(call.req.params.id);
  const before = await parts.commands.threadState(threadId);
  refuseUnlessVisible(parts, call, before);
  // Sealed under the author's key, whoever edits: it is the author's text that an erasure takes away.
  const { title, content, locked, sticky } = call.body;
  const sealed = {
    title: await sealedOr(before.title, parts, before.authorId, title),
    content: await sealedOr(before.content, parts, before.authorId, content),
  };
  await act(parts, call, 'edit', { type: 'ChangeThread', ...sealed, locked, sticky });
}

/** What stands, where the author's texts were erased: nobody writes them anew, but the thread can still be locked. */
async function sealedOr(standing: string, { texts }: Parts, authorId: number, text: string): Promise<string> {
  return texts.seal(authorId, text).catch((error: unknown) => {
    if (error instanceof AuthorGone) return standing;
    throw error;
  });
}

/** Before a text is sealed, which would tell whether its author is gone. @throws Refusal not-found */
export function refuseUnlessVisible(
  { policy }: Parts,
  { actor }: Call<unknown>,
  thread: Readonly<ThreadState>,
): asserts thread is StandingThread {
  if (thread.status === 'none' || !policy.mayView(actor, thread)) throw new Refusal('not-found');
}

async function act(parts: Parts, call: Call<unknown>, verb: string, command: ThreadCommand): Promise<void> {
  requireUser(call);
  const threadId = idIn(call.req.params.id);
  const handled = await parts.commands.thread(
    threadId,
    command,
    call.actor,
    commandContext(`${verb}-thread ${threadId}`, call),
  );
  await answerWrite(parts, call.res, handled, { id: threadId });
}
