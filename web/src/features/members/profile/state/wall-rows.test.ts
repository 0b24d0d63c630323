import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { WallPostRow, WallReplyRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createWall, listShownPosts, applyLiveRow, applyPage, applyReplies, type WallRows } from './wall-rows.js';

const pageSize = 2;
const repliesShown = 2;
const at = (n: number) => String(n).padStart(20, '0');

interface WrittenPost {
  id: number;
  postId: number | null;
  pos: string;
  order: string;
  deleted: boolean;
}

/** Simulates the server's wall, with its responses and live updates. */
class ServerWall {
  private readonly writtenPosts: WrittenPost[] = [];
  private position = 0;

  write(postId: number | null): LiveRow[] {
    const id = ++this.position;
    this.writtenPosts.push({ id, postId, pos: at(id), order: at(id), deleted: false });
    return this.buildLiveRow(id);
  }

  turn(id: number): LiveRow[] {
    const row = this.find(id);
    row.deleted = !row.deleted;
    row.pos = at(++this.position);
    return this.buildLiveRow(id);
  }

  readPage(beforeOrder: string): WallPostRow[] {
    return this.listExisting(null, beforeOrder)
      .slice(0, pageSize)
      .map((post) => this.post(post));
  }

  readReplies(postId: number, beforeOrder: string): WallReplyRow[] {
    return this.listExisting(postId, beforeOrder).slice(0, pageSize).map(buildReplyRow);
  }

  get ids(): number[] {
    return this.writtenPosts.map(({ id }) => id);
  }

  get postIds(): number[] {
    return this.writtenPosts.filter(({ postId }) => postId === null).map(({ id }) => id);
  }

  listExisting(postId: number | null, beforeOrder = '~'): WrittenPost[] {
    return this.writtenPosts
      .filter((row) => row.postId === postId && !row.deleted && row.order < beforeOrder)
      .sort((one, other) => (one.order > other.order ? -1 : 1));
  }

  post({ id, pos, order }: WrittenPost): WallPostRow {
    const replies = this.listExisting(id).slice(0, repliesShown).map(buildReplyRow).reverse();
    const author = { owner_id: 5, author_id: 9, author_name: 'Bram', author_avatar: null };
    return { id, pos, order, ...author, ...text, reply_count: this.listExisting(id).length, replies };
  }

  private buildLiveRow(id: number): LiveRow[] {
    const row = this.find(id);
    if (row.postId === null) return [this.buildRow(row)];
    const parent = this.find(row.postId);
    parent.pos = at(this.position);
    return [this.buildRow(row), this.buildRow(parent)];
  }

  private buildRow(row: WrittenPost): LiveRow {
    const kind = row.postId === null ? 'wallpost' : 'wallreply';
    if (row.deleted) return { kind, id: row.id, pos: row.pos, removed: true };
    return row.postId === null ? { kind: 'wallpost', ...this.post(row) } : { kind: 'wallreply', ...buildReplyRow(row) };
  }

  private find(id: number): WrittenPost {
    const row = this.writtenPosts.find((writtenPost) => writtenPost.id === id);
    if (!row) throw new Error(`nothing has the id ${id}`);
    return row;
  }
}

const text = { content: 'Hi', content_html: '<p>Hi</p>', created_at: '2026-11-21T12:00:00.000Z' };
function buildReplyRow({ id, pos, order, postId }: WrittenPost): WallReplyRow {
  return { id, pos, order, post_id: postId ?? 0, user_id: 9, user_name: 'Bram', user_avatar: null, ...text };
}

type Answer = (wall: WallRows) => void;

/** Represents a page that receives updates and responses late and out of order. */
class OpenPage {
  readonly wall = createWall();
  private readonly pushed: LiveRow[][] = [];
  private readonly heard: LiveRow[][] = [];
  private readonly responses: Answer[] = [];

  constructor(private readonly server: ServerWall) {
    const firstPage = server.readPage('~');
    applyPage(this.wall, firstPage, this.isLast(firstPage));
  }

  push(rows: LiveRow[]): void {
    this.pushed.push(structuredClone(rows));
  }

  hear(): void {
    const rows = this.pushed.shift();
    if (!rows) return;
    this.heard.push(rows);
    for (const row of structuredClone(rows)) applyLiveRow(this.wall, row);
  }

  /** After a reconnect, some changes are sent again. */
  hearAgain(which: number): void {
    const rows = this.heard[which % Math.max(1, this.heard.length)];
    for (const row of structuredClone(rows ?? [])) applyLiveRow(this.wall, row);
  }

  askOlderPosts(): void {
    const { oldest } = this.wall;
    if (oldest === '' || this.responses.length > 0) return; // Like the button, it loads one page at a time.
    const page = this.server.readPage(oldest);
    const last = this.isLast(page);
    this.responses.push((wall) => applyPage(wall, page, last));
  }

  askOlderReplies(postId: number): void {
    const oldestOrder = this.wall.oldestReply[postId];
    if (!oldestOrder) return;
    const rows = this.server.readReplies(postId, oldestOrder);
    const last = this.server.listExisting(postId, rows.at(-1)?.order ?? oldestOrder).length === 0;
    this.responses.push((wall) => applyReplies(wall, postId, rows, last, oldestOrder));
  }

  answer(): void {
    this.responses.shift()?.(this.wall);
  }

  settle(): void {
    while (this.pushed.length > 0) this.hear();
    while (this.responses.length > 0) this.answer();
  }

  private isLast(page: WallPostRow[]): boolean {
    const oldest = page.at(-1)?.order;
    return oldest === undefined || this.server.listExisting(null, oldest).length === 0;
  }
}

const number = fc.nat({ max: 30 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('post' as const), which: number }) },
  { weight: 6, arbitrary: fc.record({ act: fc.constantFrom('reply', 'turn'), which: number }) },
  { weight: 6, arbitrary: fc.record({ act: fc.constantFrom('hear', 'again', 'answer'), which: number }) },
  { weight: 5, arbitrary: fc.record({ act: fc.constantFrom('older', 'olderReplies'), which: number }) },
);

function run(server: ServerWall, page: OpenPage | null, { act, which }: { act: string; which: number }): void {
  const pickOne = (ids: number[]) => ids[which % Math.max(1, ids.length)];
  if (act === 'post') deliver(page, server.write(null));
  const [postId, id] = [pickOne(server.postIds), pickOne(server.ids)];
  if (act === 'reply' && postId !== undefined) deliver(page, server.write(postId));
  if (act === 'turn' && id !== undefined) deliver(page, server.turn(id));
  if (act === 'hear') page?.hear();
  if (act === 'again') page?.hearAgain(which);
  if (act === 'answer') page?.answer();
  if (act === 'older') page?.askOlderPosts();
  if (act === 'olderReplies' && postId !== undefined) page?.askOlderReplies(postId);
}

function deliver(page: OpenPage | null, rows: LiveRow[]): void {
  page?.push(rows);
}

test('an open wall is identical to a reloaded one, regardless of the order of changes', () => {
  const earlierSteps = fc.array(step, { maxLength: 25 });
  const laterSteps = fc.array(step, { maxLength: 40 });
  const seenCases = { older: 0, gone: 0 };
  fc.assert(
    fc.property(earlierSteps, laterSteps, (first, then) => {
      const server = new ServerWall();
      for (const currentStep of first) run(server, null, currentStep);
      const page = new OpenPage(server);
      for (const currentStep of then) run(server, page, currentStep);
      page.settle();
      const { wall } = page;
      const expected = server
        .listExisting(null)
        .filter(({ order }) => order >= wall.oldest)
        .map((post) => ({
          ...server.post(post),
          replies: server
            .listExisting(post.id)
            .filter(({ order }) => order >= (wall.oldestReply[post.id] ?? '~'))
            .map(buildReplyRow)
            .reverse(),
        }));
      const visiblePosts = listShownPosts(wall);
      expect(withoutKind(visiblePosts)).toEqual(expected);
      for (const { id, replies, reply_count } of visiblePosts) {
        expect(replies.length).toBeGreaterThanOrEqual(Math.min(repliesShown, server.listExisting(id).length));
        expect(reply_count).toBe(server.listExisting(id).length);
      }
      if (wall.oldest === '') seenCases.older++;
      seenCases.gone += Object.keys(wall.posts.removed).length;
    }),
    { numRuns: 3_000 },
  );
  expect(Math.min(seenCases.older, seenCases.gone)).toBeGreaterThan(50);
});

/** Live rows have a `kind`, but rows of pages do not. */
function withoutKind(shown: unknown): unknown {
  return JSON.parse(JSON.stringify(shown, (key, value: unknown) => (key === 'kind' ? undefined : value)));
}

test('leaves no gap if older replies load while their wall post is deleted and restored', () => {
  const server = new ServerWall();
  const [post = 0] = [...server.write(null)].map(({ id }) => id);
  for (let n = 0; n < 5; n++) server.write(post);
  const page = new OpenPage(server);
  page.askOlderReplies(post);
  page.push(server.turn(post));
  for (let n = 0; n < 3; n++) page.push(server.write(post));
  page.push(server.turn(post));
  while (page.wall.oldestReply[post] !== undefined) page.hear();
  page.settle();
  const bound = page.wall.oldestReply[post] ?? '~';
  const existing = server.listExisting(post).filter(({ order }) => order >= bound);
  expect(listShownPosts(page.wall)[0]?.replies).toHaveLength(existing.length);
});
