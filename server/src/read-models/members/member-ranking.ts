import { foldName } from '@guildhall/domain/account/names.js';
import { beginning, type Position } from '@guildhall/event-store/port.js';
import type { MemberDocument } from '@guildhall/projections/views/members/project.js';
import { changedMembers } from '@guildhall/projections/views/members/queries.js';
import type { Directory } from './directory.js';
import { MemberOrder, type Rank, type RankedMember } from './member-order.js';
import type { Views } from '../../stores/views.js';

/**
 * All members that lists show, most posts first and ties by name, in memory: lists are sorted by the counts of the
 * views and by names, which only the vault has. Each query applies the changes since the last.
 */
export class MemberRanking {
  private readonly order = new MemberOrder();
  /** Of those who are verified and not erased, by id. */
  private readonly posts = new Map<number, number>();
  /** Members renamed since the last query. */
  private readonly renamed = new Set<number>();
  private generation: number | null = null;
  private position: Position = beginning;
  private running: Promise<void> = Promise.resolve();
  /** Waits for the running update; queries in the meantime share it. */
  private next: Promise<void> | null = null;

  constructor(
    private readonly views: Pick<Views, 'store'>,
    private readonly directory: Pick<Directory, 'onChange' | 'ensure' | 'account'>,
  ) {
    directory.onChange((ids) => {
      for (const id of ids) {
        if (directory.account(id)) this.renamed.add(id);
        else this.order.remove(id); // at once: no name is kept of one that is gone
      }
    });
  }

  /**
   * In the current state of the views. The array is the ranking's own: it changes with the next query, and when a member
   * is gone.
   */
  async members(): Promise<readonly RankedMember[]> {
    this.next ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.next = null;
        return (this.running = this.update());
      });
    await this.next;
    return this.order.members;
  }

  /** Those after a rank whose name contains a text, in order; to be read before anything is waited for. */
  async containing(text: string, after: Rank | null): Promise<Iterable<RankedMember>> {
    await this.members();
    return this.order.containing(text, after);
  }

  /** As of the last query; undefined for an account that no list shows. */
  postsOf(id: number): number | undefined {
    return this.order.postsOf(id);
  }

  private async update(): Promise<void> {
    const { store } = this.views;
    const checkpoint = await store.checkpoint();
    if (store.generation !== this.generation) {
      this.generation = null; // until all are read
      this.posts.clear();
      for await (const batch of store.scan<MemberDocument>('members')) await this.take(batch);
      this.order.fill([...this.posts.keys()].flatMap((id) => this.ranked(id) ?? []));
    } else if (checkpoint > this.position) {
      const changed = await changedMembers(store, this.position);
      await this.take(changed);
      for (const { id } of changed) this.place(id);
    }
    this.generation = store.generation;
    this.position = checkpoint; // what was written in the meantime is read again
    for (const id of this.renamed) this.place(id);
    this.renamed.clear();
  }

  private async take(documents: readonly MemberDocument[]): Promise<void> {
    await this.directory.ensure(documents.filter(({ listed }) => listed).map(({ id }) => id));
    for (const { id, listed, posts } of documents) {
      if (listed) this.posts.set(id, posts);
      else this.posts.delete(id);
    }
  }

  private place(id: number): void {
    const member = this.ranked(id);
    if (member) this.order.put(member);
    else this.order.remove(id);
  }

  private ranked(id: number): RankedMember | null {
    const posts = this.posts.get(id);
    const username = this.directory.account(id)?.username;
    return posts === undefined || username === undefined ? null : { id, posts, username, fold: foldName(username) };
  }
}
