import { can } from '@guildhall/domain/permissions.js';
import { upcastEvent, streams } from '@guildhall/domain/events.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { postVersion, type TextVersion, threadVersion } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { StoredEvent, EventLog } from '@guildhall/event-store/port.js';
import { z } from 'zod';
import { parseId } from '../request/input.js';
import type { Call } from '../http/operation.js';
import type { Services } from '../services.js';
import { route, tagRoutes } from './operation.js';
import type { Result } from '../http/responses/result.js';
import { createStringSchema, createPagingSchema, fillPage } from '../request/paging.js';
import { renderTexts } from '../read-models/rendered-texts.js';
import { readStreamPages } from '../stores/pages.js';
import { requireVisible } from '../read-models/require-visible-thread.js';

/** The cursor is `<version>-<revision>`: the previous page's last version, and the revision to read from. */
const page = createPagingSchema(createStringSchema(/^[1-9]\d{0,9}-[1-9]\d{0,9}$/)).omit({ after: true });
type Page = z.infer<typeof page>;

export const editHistoryRoutes = tagRoutes('Forums', [
  route.get('/forums/posts/:id/history', {
    scope: 'read',
    summary: "A reply's versions, oldest first; for its author and moderators",
    query: page,
    response: z.array(postVersion),
    login: 'login-first',
    authorize: async (call, services) => {
      const post = await services.commands.state('post', parseId(call.params.id));
      if (post.status !== 'active') throw new Refusal('not-found');
      await requireExistingThread(services, call, post.threadId);
      requireReader(call, post.authorId);
    },
    run: (call, services) => readHistory(services, call, streams.post(parseId(call.params.id))),
  }),
  route.get('/forums/threads/:id/history', {
    scope: 'read',
    summary: "The versions of a thread's title and text, oldest first; for its author and moderators",
    query: page,
    response: z.array(threadVersion),
    login: 'must-be-logged-in',
    authorize: async (call, services) => {
      const thread = await requireExistingThread(services, call, parseId(call.params.id));
      requireReader(call, thread.authorId);
    },
    run: (call, services) => readHistory(services, call, streams.thread(parseId(call.params.id))),
  }),
]);

type ThreadCall = Pick<Call, 'actor' | 'params'>;

async function requireExistingThread(services: Services, call: ThreadCall, threadId: number) {
  const thread = await services.commands.state('thread', threadId);
  requireVisible(services, call, thread);
  if (thread.status !== 'active') throw new Refusal('not-found');
  return thread;
}

function requireReader({ actor }: ThreadCall, authorId: number): void {
  if (actor.userId !== authorId && !can(actor, 'view-edit-history')) throw new Refusal('forbidden');
}

async function readHistory(services: Services, { query }: Call<unknown, Page>, stream: string): Promise<Result> {
  const { limit, cursor } = query;
  const [version = 0, revision = 0] = cursor?.split('-').map(Number) ?? [];
  const textVersions = collectVersions(services.log, stream, version, revision);
  const { rows, last } = await fillPage(textVersions, limit, (some) => buildRows(services, some));
  return { cache: 'no-cache', cursor: last && `${last.version}-${last.revision + 1}`, body: rows };
}

const eventsAtOnce = 25;

async function* collectVersions(
  log: EventLog,
  stream: string,
  version: number,
  revision: number,
): AsyncGenerator<Version[]> {
  for await (const events of readStreamPages(log, stream, revision, eventsAtOnce)) {
    const edits = events.flatMap(({ type, data, metadata, revision }) => {
      const event = upcastEvent(type, data);
      return event && 'content' in event.data ? [{ texts: event.data, metadata, revision }] : [];
    });
    yield edits.map((edit) => ({ ...edit, version: ++version }));
  }
}

interface Version {
  version: number;
  revision: number;
  texts: { content: string; title?: string };
  metadata: StoredEvent['metadata'];
}

async function buildRows(services: Services, versions: readonly Version[]): Promise<TextVersion[]> {
  const openedTexts = await renderTexts(
    services.texts,
    versions.flatMap(({ texts: { title, content } }) => (title === undefined ? [content] : [title, content])),
  );
  const getEditorId = (metadata: StoredEvent['metadata']) => Number(metadata['actorId']);
  await services.directory.ensure(versions.map(({ metadata }) => getEditorId(metadata)));
  return versions.map(({ texts: { title, content }, metadata, version }) => {
    const id = getEditorId(metadata);
    const by = { id, username: services.directory.getName(id) };
    const row = { version, content: openedTexts(content).text, at: metadata['at'] ?? '', by };
    return title === undefined ? row : { ...row, title: openedTexts(title).text };
  });
}
