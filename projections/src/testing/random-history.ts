import type { DomainEvent } from '@guildhall/domain/events.js';
import { streams } from '@guildhall/domain/events.js';
import { toPosition } from '@guildhall/event-store/dense-position.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import fc from 'fast-check';

/** Any order of things that can happen on a small forum; now and then an event of a type nobody knows. */
export const randomHistory: fc.Arbitrary<StoredEvent[]> = fc
  .array(fc.record({ act: fc.nat(11), which: fc.nat(7), place: fc.nat(3), text: fc.string({ maxLength: 20 }) }), {
    minLength: 1,
    maxLength: 60,
  })
  .map((steps) => {
    const history = new History();
    for (const { act, which, place, text } of steps) history.step(act, which, place, text);
    return history.events;
  });

const users = [1, 2, 3];

const begin = Date.now(); // what is older than a day is not built into pruned collections

/** Builds a sequence of stored events in which nothing happens to a thing that is not there. */
export class History {
  readonly events: StoredEvent[] = [];
  private readonly revisions = new Map<string, number>();
  private readonly threads: { id: number; deleted: boolean }[] = [];
  private readonly posts: { id: number; deleted: boolean }[] = [];

  constructor() {
    for (const userId of users) {
      this.add(streams.user(userId), { type: 'UserRegistered.v1', data: { userId } });
      this.add(streams.user(userId), { type: 'UserVerified.v1', data: { userId } });
    }
  }

  /** One act on the `which`-th thing, where that is possible; else a new thread. */
  step(act: number, which: number, placeNumber: number, text: string): void {
    const authorId = users[which % users.length] ?? 1;
    const place = { sectionId: 1 + (placeNumber >> 1), subsectionId: placeNumber % 2 === 0 ? null : 10 + placeNumber };
    const thread = this.threads[which % this.threads.length];
    const post = this.posts[which % this.posts.length];
    if (act === 0) return this.add('strange-1', { type: 'NobodyKnows.v9', data: { text } });
    if (thread && act <= 4) return this.reply(thread.id, authorId, text);
    if (post && act <= 7) return this.changePost(post, act, text);
    if (thread && act <= 10) return this.changeThread(thread, act, place, text);
    this.createThread(authorId, place, text);
  }

  createThread(authorId: number, place: { sectionId: number; subsectionId: number | null }, content: string): number {
    const id = 1000 + this.threads.length;
    this.threads.push({ id, deleted: false });
    const data = { threadId: id, ...place, authorId, title: `Thread ${id}`, content, locked: false, sticky: false };
    this.add(streams.thread(id), { type: 'ThreadCreated.v1', data });
    return id;
  }

  reply(threadId: number, authorId: number, content: string): void {
    const id = 5000 + this.posts.length;
    this.posts.push({ id, deleted: false });
    this.add(streams.post(id), { type: 'ReplyPosted.v1', data: { postId: id, threadId, authorId, content } });
  }

  add(stream: string, event: DomainEvent | { type: 'NobodyKnows.v9'; data: unknown }): void {
    const revision = (this.revisions.get(stream) ?? -1) + 1;
    this.revisions.set(stream, revision);
    const n = this.events.length + 1;
    const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    const metadata = { at: new Date(begin + n).toISOString(), actorId: '1', commandId: id };
    this.events.push({ id, stream, revision, position: toPosition(n), ...event, metadata });
  }

  private changePost(post: { id: number; deleted: boolean }, act: number, content: string): void {
    const stream = streams.post(post.id);
    if (act === 5) return this.add(stream, { type: 'ReplyEdited.v1', data: { postId: post.id, content } });
    post.deleted = !post.deleted;
    this.add(stream, { type: post.deleted ? 'ReplyDeleted.v1' : 'ReplyRestored.v1', data: { postId: post.id } });
  }

  private changeThread(
    thread: { id: number; deleted: boolean },
    act: number,
    place: { sectionId: number; subsectionId: number | null },
    title: string,
  ): void {
    const [stream, threadId] = [streams.thread(thread.id), thread.id];
    if (act === 8) return this.add(stream, { type: 'ThreadEdited.v1', data: { threadId, title, content: title } });
    if (act === 9) {
      const before = { sectionId: 1, subsectionId: null };
      return this.add(stream, { type: 'ThreadMoved.v1', data: { threadId, ...place, before } });
    }
    thread.deleted = !thread.deleted;
    this.add(stream, { type: thread.deleted ? 'ThreadDeleted.v1' : 'ThreadRestored.v1', data: { threadId } });
  }
}
