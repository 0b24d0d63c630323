import { beginning, type Position } from '@guildhall/event-store/port.js';
import type { MemberDocument } from '@guildhall/projections/views/members/project.js';
import { findChangedMembers, findMembersByIds } from '@guildhall/projections/views/members/queries.js';
import type { MemberFilter, Rank } from './account-table.js';
import type { Directory } from './directory.js';
import type { Views } from '../../stores/views.js';

export interface RankedMember extends Rank {
  id: number;
  username: string;
}

/** Names are only in the vault and post counts only in the views, so each query first loads the changed counts. */
export class MemberRanking {
  private generation: number | null = null;
  private position: Position = beginning;
  private currentRun: Promise<void> = Promise.resolve();
  private nextRun: Promise<void> | null = null;

  constructor(
    private readonly views: Pick<Views, 'store'>,
    private readonly directory: Pick<Directory, 'ensure' | 'findAccount' | 'table'>,
  ) {}

  async listMembers(filter: MemberFilter = {}): Promise<RankedMember[]> {
    await this.refresh();
    return this.directory.table.listMembers(filter).flatMap((member) => {
      const username = this.directory.findAccount(member.id)?.username;
      return username === undefined ? [] : { ...member, username };
    });
  }

  async refresh(): Promise<void> {
    this.nextRun ??= this.currentRun
      .catch(() => undefined)
      .then(() => {
        this.nextRun = null;
        return (this.currentRun = this.update());
      });
    await this.nextRun;
  }

  private async update(): Promise<void> {
    const { store } = this.views;
    const checkpoint = await store.readCheckpoint();
    if (store.generation !== this.generation) await this.takeAll();
    else {
      if (checkpoint > this.position) await this.take(await findChangedMembers(store, this.position));
      const newMembers = this.directory.table.listMembersWithoutPosts();
      if (newMembers.length > 0) await this.take(await findMembersByIds(store, newMembers));
    }
    this.generation = store.generation;
    this.position = checkpoint;
  }

  private async takeAll(): Promise<void> {
    const { table } = this.directory;
    // There is no generation until all members have been read.
    this.generation = null;
    const listedIds = new Set<number>();
    for await (const batch of this.views.store.scan<MemberDocument>('members')) {
      await this.take(batch);
      for (const member of batch) if (member.listed) listedIds.add(member.id);
    }
    table.setPosts(new Map(table.listIdsWithPosts().flatMap((id) => (listedIds.has(id) ? [] : [[id, null]]))));
  }

  private async take(documents: readonly MemberDocument[]): Promise<void> {
    await this.directory.ensure(documents.filter(({ listed }) => listed).map(({ id }) => id));
    this.directory.table.setPosts(new Map(documents.map(({ id, listed, posts }) => [id, listed ? posts : null])));
  }
}
