import { upcastEvent } from '@guildhall/domain/events.js';
import { beginning, type Position, type StoredEvent } from '@guildhall/event-store/port.js';

/** Does not cover rights and names, although a response can depend on them too. */
export type ReadScope = { threadId: number } | 'forum' | 'anything';

const maxRemembered = 20_000;

/** Tracks the latest event that may have changed each scope. In case of doubt, an event counts as a change. */
export class LastChanges {
  // Sorted by position.
  private readonly threads = new Map<number, Position>();
  private readonly threadOfReply = new Map<number, number>();
  private allThreads: Position;
  private forum: Position;
  private newest: Position;

  constructor(
    head: Position,
    private readonly max = maxRemembered,
  ) {
    this.allThreads = this.forum = this.newest = head;
  }

  apply(event: StoredEvent): void {
    const { position } = event;
    if (position <= this.newest) return;
    this.newest = position;
    const scope = this.findChangedScope(event);
    if (scope === 'anything') return;
    this.forum = position;
    if (scope === 'forum') this.allThreads = position;
    else this.recordThreadChange(scope.threadId, position);
  }

  isUnchanged(scope: ReadScope, since: Position): boolean {
    if (scope === 'anything') return this.newest <= since;
    if (scope === 'forum') return this.forum <= since;
    return this.allThreads <= since && (this.threads.get(scope.threadId) ?? beginning) <= since;
  }

  private recordThreadChange(threadId: number, position: Position): void {
    this.threads.delete(threadId);
    this.threads.set(threadId, position);
    const [oldest] = this.threads;
    if (this.threads.size <= this.max || !oldest) return;
    this.threads.delete(oldest[0]);
    this.allThreads = oldest[1] > this.allThreads ? oldest[1] : this.allThreads;
  }

  private findChangedScope({ type, data }: StoredEvent): ReadScope {
    const event = upcastEvent(type, data);
    switch (event?.type) {
      case 'ReplyPosted.v1':
        this.remember(event.data.postId, event.data.threadId);
        return { threadId: event.data.threadId };
      case 'ThreadCreated.v1':
      case 'ThreadEdited.v1':
      case 'ThreadPrefixSet.v1':
      case 'ThreadSolutionSet.v1':
      case 'ThreadLocked.v1':
      case 'ThreadUnlocked.v1':
      case 'ThreadPinned.v1':
      case 'ThreadUnpinned.v1':
      case 'ThreadMoved.v1':
      case 'ThreadDeleted.v1':
      case 'ThreadRestored.v1':
      case 'Reacted.v1':
        return { threadId: event.data.threadId };
      case 'ReplyEdited.v1':
      case 'ReplyDeleted.v1':
      case 'ReplyRestored.v1': {
        const threadId = this.threadOfReply.get(event.data.postId);
        return threadId === undefined ? 'forum' : { threadId };
      }
      case 'Followed.v1':
      case 'Unfollowed.v1':
      case 'Ignored.v1':
      case 'Unignored.v1':
      case 'MemberMuted.v1':
      case 'MemberUnmuted.v1':
      case 'WatchSet.v1':
      case 'WallPosted.v1':
      case 'WallPostDeleted.v1':
      case 'WallPostRestored.v1':
      case 'ReportFiled.v1':
      case 'ReportTaken.v1':
      case 'ReportResolved.v1':
      case 'ReportReopened.v1':
      case 'ReportNoted.v1':
      case 'SessionsEnded.v1':
      case 'PlayersCounted.v1':
        return 'anything';
      default:
        return 'forum';
    }
  }

  private remember(postId: number, threadId: number): void {
    this.threadOfReply.set(postId, threadId);
    const [oldest] = this.threadOfReply.keys();
    if (this.threadOfReply.size > this.max && oldest !== undefined) this.threadOfReply.delete(oldest);
  }
}
