import type { Actor } from '@guildhall/domain/permissions.js';
import { noticeKinds } from '@guildhall/domain/wire/kinds.js';
import { choicesAnswer, noticesAnswer, type NoticesAnswer } from '@guildhall/domain/wire/schemas/notifications.js';
import { writeAnswer } from '@guildhall/domain/wire/schemas/write.js';
import type { NoticeDocument } from '@guildhall/projections/views/notices/document.js';
import { noticesAfter, noticesByIds, noticesOf } from '@guildhall/projections/views/notices/queries.js';
import { ignoredBy } from '@guildhall/projections/views/ignores/queries.js';
import { z } from 'zod';
import { chooseNotices, noticeChoices } from '../notifications/notification-choices.js';
import { allMark, markOf, readBy } from '../notifications/notification-marks.js';
import { noticeRows, visibleNotices } from '../notifications/notification-rows.js';
import { watchedNews } from '../notifications/watched-updates.js';
import { operation, requireUser, type Call, type Operation } from '../http/operation.js';
import type { Result } from '../http/result.js';
import { nextPage, position, reading, upTo } from '../http/paging.js';
import type { Services } from '../services.js';
import { rememberedSince } from '../read-models/read-states.js';
import { showTexts } from '../read-models/shown-texts.js';

const page = reading.extend({ limit: upTo(50).default(20), cursor: position });
const one = z.string().regex(/^\d{20}:\d{1,16}$/, { error: 'must be the id of a notification' });
const order = z.string().regex(/^\d{20}$/, { error: 'must be the order of a notification' });
const toRead = z.object({ id: one.optional(), up_to: order.optional() });
const choices = z.object(Object.fromEntries(noticeKinds.map((kind) => [kind, z.boolean().optional()])));

const mostCounted = 100;
const mostIgnored = 1_000;

export function noticeRoutes(services: Services): Operation[] {
  const path = '/notifications';
  return [
    operation({
      method: 'get',
      path,
      tag: 'Notifications',
      summary: 'What the asking person is told of, newest first, and the watched threads with something new',
      query: page,
      answer: noticesAnswer,
      run: (call) => list(services, call),
    }),
    operation({
      method: 'put',
      path: `${path}/read`,
      tag: 'Notifications',
      summary: 'Mark one notification as read, or all up to an order, or all',
      body: toRead,
      answer: writeAnswer,
      run: (call) => markRead(services, call),
    }),
    operation({
      method: 'get',
      path: `${path}/choices`,
      tag: 'Notifications',
      summary: 'Of which kinds the asking person is told',
      answer: choicesAnswer,
      run: async (call) => {
        const chosen = await noticeChoices(services, requireUser(call));
        return { cache: 'no-store', body: chosen };
      },
    }),
    operation({
      method: 'put',
      path: `${path}/choices`,
      tag: 'Notifications',
      summary: 'Choose of which kinds one is told; what is left out stays',
      body: choices,
      answer: writeAnswer,
      run: async (call) => {
        const userId = requireUser(call);
        await services.limits.take('write', String(userId));
        await chooseNotices(services, userId, call.body);
        return { body: { success: true } };
      },
    }),
  ];
}

async function list(
  services: Pick<Services, 'responses' | 'vault' | 'views' | 'policy' | 'directory' | 'texts'>,
  call: Call<unknown, z.infer<typeof page>>,
): Promise<Result> {
  const userId = requireUser(call);
  const { position } = await services.responses.begin(call);
  const { limit, cursor = null } = call.query;
  const asker = await askerOf(services, { ...call.actor, userId });
  const found = await noticesOf(services.views.store, userId, cursor, limit + 1);
  const shown = await toldAmong(services, asker, found.slice(0, limit));
  const marks = await services.vault.readMarks(userId, [allMark, ...shown.map(({ id }) => markOf(id))]);
  const upTo = marks.find(({ key }) => key === allMark)?.order ?? '';
  const threads = cursor === null && asker.tells.reply ? await newsOf(services, asker, upTo) : [];
  const answer: NoticesAnswer = {
    unread: (await unreadAfter(services, asker, upTo)) + threads.length,
    threads,
    notices: await noticeRows(services, shown, readBy(marks, rememberedSince(new Date()))),
  };
  const links = nextPage(found.length > limit ? (found[limit - 1]?.order ?? null) : null);
  return { cache: 'no-store', position, links, body: answer };
}

interface Asker {
  actor: Actor & { userId: number };
  ignored: ReadonlySet<number>;
  tells: Awaited<ReturnType<typeof noticeChoices>>;
}

async function askerOf(services: Pick<Services, 'vault' | 'views'>, actor: Actor & { userId: number }): Promise<Asker> {
  const ignored = await ignoredBy(services.views.store, actor.userId, mostIgnored);
  const tells = await noticeChoices(services, actor.userId);
  return { actor, ignored: new Set(ignored.map(({ ignoredId }) => ignoredId)), tells };
}

/** What the person wants to be told of, and may see. */
async function toldAmong(
  services: Pick<Services, 'views' | 'policy'>,
  { actor, ignored, tells }: Asker,
  found: readonly NoticeDocument[],
) {
  const wanted = found.filter(({ kind, actorId }) => tells[kind] && !(actorId !== null && ignored.has(actorId)));
  return visibleNotices(services, actor, wanted);
}

/** At most a hundred: more is not counted by anybody. */
async function unreadAfter(
  services: Pick<Services, 'vault' | 'views' | 'policy'>,
  asker: Asker,
  upTo: string,
): Promise<number> {
  const { userId } = asker.actor;
  const told = await toldAmong(services, asker, await noticesAfter(services.views.store, userId, upTo, mostCounted));
  const marks = await services.vault.readMarks(
    userId,
    told.map(({ id }) => markOf(id)),
  );
  const isRead = readBy(marks, rememberedSince(new Date()));
  return told.filter((notice) => !isRead(notice)).length;
}

async function newsOf(
  services: Pick<Services, 'vault' | 'views' | 'policy' | 'directory' | 'texts'>,
  { actor, ignored }: Asker,
  upTo: string,
): Promise<NoticesAnswer['threads']> {
  const news = await watchedNews(services, actor, ignored, upTo);
  await services.directory.ensure(news.map(({ lastAuthorId }) => lastAuthorId));
  const opened = await showTexts(
    services.texts,
    news.map(({ title }) => title),
  );
  return news.map(({ id, title, lastPostAt, lastAuthorId }) => ({
    thread_id: id,
    title: opened(title).text,
    last_post_at: lastPostAt,
    last_username: services.directory.nameOf(lastAuthorId),
  }));
}

async function markRead(
  services: Pick<Services, 'vault' | 'views' | 'limits'>,
  call: Call<z.infer<typeof toRead>>,
): Promise<Result> {
  const userId = requireUser(call);
  await services.limits.take('read', String(userId));
  const mark = await markAsked(services, userId, call.body);
  const now = new Date();
  if (mark) await services.vault.markRead(userId, { ...mark, count: 0, at: now.toISOString() }, rememberedSince(now));
  return { body: { success: true } };
}

/** Never farther than what stands: what is to come is not read yet. Null where the notice is not his. */
async function markAsked({ views }: Pick<Services, 'views'>, userId: number, { id, up_to }: z.infer<typeof toRead>) {
  if (id !== undefined) {
    const [notice] = await noticesByIds(views.store, [id]);
    return notice?.userId === userId ? { key: markOf(id), order: notice.order } : null;
  }
  const checkpoint = await views.store.checkpoint();
  return { key: allMark, order: up_to !== undefined && up_to < checkpoint ? up_to : checkpoint };
}
