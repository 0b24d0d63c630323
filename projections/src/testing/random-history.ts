import { emojiKeys, type Emoji } from '@guildhall/domain/reaction/emoji.js';
import { omitEmptyLists } from '@guildhall/domain/post/addressed.js';
import type { ReactionTarget } from '@guildhall/domain/reaction/events.js';
import type { ReportEvent } from '@guildhall/domain/report/events.js';
import type { DomainEvent } from '@guildhall/domain/events.js';
import { streams } from '@guildhall/domain/events.js';
import { toUploadsField } from '@guildhall/domain/uploads.js';
import { toPosition } from '@guildhall/event-store/dense-position.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import fc from 'fast-check';

const findUploads = (content: string) =>
  toUploadsField({ uploads: ['a', 'b', 'c'].slice(0, content.length % 4).map((digit) => digit.repeat(32)) });

/** Generates events in any order, occasionally with an unknown type. */
export const randomHistory: fc.Arbitrary<StoredEvent[]> = fc
  .array(fc.record({ act: fc.nat(21), which: fc.nat(7), place: fc.nat(3), text: fc.string({ maxLength: 20 }) }), {
    minLength: 1,
    maxLength: 60,
    size: 'max', // Otherwise, histories would rarely exceed ten events.
  })
  .map((steps) => {
    const history = new History();
    for (const { act, which: rowIndex, place, text } of steps) history.step(act, rowIndex, place, text);
    return history.events;
  });

const users = [1, 2, 3];

const startTime = Date.now(); // Pruned collections do not receive anything older than a day.

export class History {
  readonly events: StoredEvent[] = [];
  private readonly revisions = new Map<string, number>();
  private readonly threads: { id: number; deleted: boolean }[] = [];
  private readonly posts: { id: number; threadId: number; deleted: boolean }[] = [];
  private readonly wallPosts: { id: number; ownerId: number; authorId: number; deleted: boolean; reply: boolean }[] =
    [];
  private readonly reports: number[] = [];
  private readonly reactions = new Map<string, Emoji | null>();
  private readonly follows = new Set<string>();
  private readonly erased = new Set<number>();

  constructor() {
    for (const userId of users) {
      this.add(streams.user(userId), { type: 'UserRegistered.v1', data: { userId } });
      this.add(streams.user(userId), { type: 'UserVerified.v1', data: { userId } });
    }
  }

  /** Starts a new thread instead if the row does not allow the action. */
  step(step: number, rowIndex: number, placeNumber: number, text: string): void {
    const authorId = users[rowIndex % users.length] ?? 1;
    const place = { sectionId: 1 + (placeNumber >> 1), subsectionId: placeNumber % 2 === 0 ? null : 10 + placeNumber };
    const thread = this.threads[rowIndex % this.threads.length];
    const post = this.posts[rowIndex % this.posts.length];
    if (step === 0) return this.add('strange-1', { type: 'NobodyKnows.v9', data: { text } });
    if (thread && step <= 4) return this.reply(thread.id, authorId, text);
    if (post && step <= 7) return this.changePost(post, step, text);
    if (thread && step <= 10) return this.changeThread(thread, step, place, text);
    if (step === 20 && thread) return this.setPrefix(thread.id, [null, 71, 72, 73][placeNumber] ?? null);
    if (step === 21 && post) return this.setSolution(post.threadId, placeNumber === 0 ? null : post.id);
    if (step >= 12) return this.stepOnMembers(step, rowIndex, placeNumber, text);
    this.createThread(authorId, place, text);
  }

  private stepOnMembers(step: number, rowIndex: number, other: number, text: string): void {
    const userId = users[rowIndex % users.length] ?? 1;
    const otherId = users[(rowIndex + 1 + (other % 2)) % users.length] ?? 2;
    const post = this.posts[rowIndex % this.posts.length];
    const thread = this.threads[rowIndex % this.threads.length];
    const wallPost = this.wallPosts[rowIndex % this.wallPosts.length];
    const emoji = emojiKeys[other] ?? null;
    if (step === 12 && post) return this.react({ kind: 'post', id: post.id }, post.threadId, otherId, emoji);
    if (step === 13 && thread) return this.react({ kind: 'thread', id: thread.id }, thread.id, otherId, emoji);
    if (step === 14) return this.follow(userId, otherId);
    if (step === 15 && wallPost) return this.changeWallPost(wallPost, userId, text);
    if (step === 16 && thread) return this.watchOrIgnore(thread.id, userId, otherId, other);
    if (step === 19) return this.countPlayers(rowIndex, other, text);
    if (step === 18) return this.stepOnReports(rowIndex, other, userId, text);
    if (step === 17 && other === 0 && !this.erased.has(userId)) return this.erase(userId);
    this.postOnWall(otherId, userId, text);
  }

  private stepOnReports(rowIndex: number, stepKind: number, staffId: number, text: string): void {
    const reportId = this.reports[rowIndex % this.reports.length];
    if (reportId === undefined || text.length > 10) return void this.report(staffId, text);
    const reportStaff = { reportId, staffId };
    if (stepKind === 0) this.workOn({ type: 'ReportTaken.v1', data: reportStaff });
    else if (stepKind === 1) this.workOn({ type: 'ReportResolved.v1', data: { ...reportStaff, answer: text } });
    else if (stepKind === 2) this.workOn({ type: 'ReportReopened.v1', data: reportStaff });
    else this.workOn({ type: 'ReportNoted.v1', data: { ...reportStaff, note: text } });
  }

  report(authorId: number, text: string): number {
    const reportId = 9000 + this.reports.length;
    this.reports.push(reportId);
    const data = { reportId, kind: 'bug', authorId, subject: null, text } as const;
    this.add(streams.report(reportId), { type: 'ReportFiled.v1', data });
    return reportId;
  }

  workOn(event: ReportEvent): void {
    this.add(streams.report(event.data.reportId), event);
  }

  postOnWall(ownerId: number, authorId: number, content: string, parentId: number | null = null): number {
    const id = 8000 + this.wallPosts.length;
    this.wallPosts.push({ id, ownerId, authorId, deleted: false, reply: parentId !== null });
    const data = { wallPostId: id, parentId, ownerId, authorId, content, ...findUploads(content) };
    this.add(streams.wallPost(id), { type: 'WallPosted.v1', data });
    return id;
  }

  private countPlayers(rowIndex: number, other: number, mode: string): void {
    const slot = new Date(Date.UTC(2026, 10, 30, 23, 30) + (4 * rowIndex + other) * 300_000).toISOString();
    const data = {
      slot,
      players: other === 0 ? null : 10 * rowIndex,
      modes: rowIndex > 5 ? { [mode]: other } : {},
      ...(rowIndex > 3 && { servers: { [rowIndex]: { state: 'online', players: other } as const } }),
    };
    this.add(streams.status(slot.slice(0, 7)), { type: 'PlayersCounted.v1', data });
  }

  follow(followerId: number, followedId: number): void {
    const stream = streams.follow(followerId, followedId);
    const follows = !this.follows.delete(stream);
    if (follows) this.follows.add(stream);
    this.add(stream, { type: follows ? 'Followed.v1' : 'Unfollowed.v1', data: { followerId, followedId } });
  }

  private watchOrIgnore(threadId: number, userId: number, ignoredId: number, rowIndex: number): void {
    const level = [null, 'watching' as const, 'muted' as const, 'normal' as const][rowIndex];
    if (level === undefined) {
      const stream = streams.ignore(userId, ignoredId);
      this.add(stream, { type: 'Ignored.v1', data: { userId, ignoredId } });
      return this.add(stream, { type: 'MemberMuted.v1', data: { userId, mutedId: ignoredId } });
    }
    const data = { kind: 'thread' as const, id: threadId, userId, level, before: null };
    this.add(streams.watch(threadId, userId), { type: 'WatchSet.v1', data });
  }

  react(target: ReactionTarget, threadId: number, userId: number, emoji: Emoji | null): void {
    const stream = streams.reaction(target.id, userId);
    const previousEmoji = this.reactions.get(stream) ?? null;
    this.reactions.set(stream, emoji);
    this.add(stream, { type: 'Reacted.v1', data: { ...target, threadId, userId, emoji, before: previousEmoji } });
  }

  erase(userId: number): void {
    this.erased.add(userId);
    this.add(streams.user(userId), { type: 'UserErased.v1', data: { userId, texts: true } });
  }

  createThread(authorId: number, place: { sectionId: number; subsectionId: number | null }, content: string): number {
    const id = 1000 + this.threads.length;
    this.threads.push({ id, deleted: false });
    const data = { threadId: id, ...place, authorId, title: `Thread ${id}`, content, locked: false, sticky: false };
    this.add(streams.thread(id), { type: 'ThreadCreated.v1', data: { ...data, ...findUploads(content) } });
    return id;
  }

  setPrefix(threadId: number, prefixId: number | null): void {
    this.add(streams.thread(threadId), { type: 'ThreadPrefixSet.v1', data: { threadId, prefixId, before: null } });
  }

  setSolution(threadId: number, postId: number | null): void {
    this.add(streams.thread(threadId), { type: 'ThreadSolutionSet.v1', data: { threadId, postId, before: null } });
  }

  reply(threadId: number, authorId: number, content: string): void {
    const id = 5000 + this.posts.length;
    this.posts.push({ id, threadId, deleted: false });
    const mentions = content.length > 15 ? users : [];
    const target = this.posts.find((post) => post.threadId === threadId && !post.deleted && post.id % 3 === 0);
    const replyTo = target && target.id !== id ? { replyTo: target.id } : {};
    const data = Object.assign(
      { postId: id, threadId, authorId, content },
      replyTo,
      omitEmptyLists({ mentions }),
      findUploads(content),
    );
    this.add(streams.post(id), { type: 'ReplyPosted.v1', data });
  }

  add(stream: string, event: DomainEvent | { type: 'NobodyKnows.v9'; data: unknown }): void {
    const revision = (this.revisions.get(stream) ?? -1) + 1;
    this.revisions.set(stream, revision);
    const n = this.events.length + 1;
    const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    const metadata = { at: new Date(startTime + n).toISOString(), actorId: '1', commandId: id };
    this.events.push({ id, stream, revision, position: toPosition(n), ...event, metadata });
  }

  private changePost(post: { id: number; deleted: boolean }, step: number, content: string): void {
    const stream = streams.post(post.id);
    const edit = { postId: post.id, content, ...findUploads(content) };
    if (step === 5) return this.add(stream, { type: 'ReplyEdited.v1', data: edit });
    post.deleted = !post.deleted;
    this.add(stream, { type: post.deleted ? 'ReplyDeleted.v1' : 'ReplyRestored.v1', data: { postId: post.id } });
  }

  private changeWallPost(post: (typeof this.wallPosts)[number], authorId: number, text: string): void {
    if (!post.reply && text.length > 5) return void this.postOnWall(post.ownerId, authorId, text, post.id);
    post.deleted = !post.deleted;
    const data = { wallPostId: post.id, ownerId: post.ownerId, authorId: post.authorId };
    const event: DomainEvent = post.deleted
      ? { type: 'WallPostDeleted.v1', data }
      : { type: 'WallPostRestored.v1', data };
    this.add(streams.wallPost(post.id), event);
  }

  private changeThread(
    thread: { id: number; deleted: boolean },
    step: number,
    place: { sectionId: number; subsectionId: number | null },
    title: string,
  ): void {
    const [stream, threadId] = [streams.thread(thread.id), thread.id];
    const edit = { threadId, title, content: title, ...findUploads(title) };
    if (step === 8) return this.add(stream, { type: 'ThreadEdited.v1', data: edit });
    if (step === 9) {
      const before = { sectionId: 1, subsectionId: null };
      return this.add(stream, { type: 'ThreadMoved.v1', data: { threadId, ...place, before } });
    }
    thread.deleted = !thread.deleted;
    this.add(stream, { type: thread.deleted ? 'ThreadDeleted.v1' : 'ThreadRestored.v1', data: { threadId } });
  }
}
