import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { WallPostRow, WallReplyRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { parseTopic } from '@guildhall/domain/wire/topics.js';
import { beginning, pickLaterPosition, type Position } from '@guildhall/event-store/port.js';
import type { FollowDocument } from '@guildhall/projections/views/follows/document.js';
import { findProfilesByIds } from '@guildhall/projections/views/follows/queries.js';
import { findMembersByIds } from '@guildhall/projections/views/members/queries.js';
import type { WallPostDocument } from '@guildhall/projections/views/wallposts/project.js';
import { findWallPostsByIds } from '@guildhall/projections/views/wallposts/queries.js';
import { fillPage } from '../../../request/paging.js';
import { buildWallPostRows, buildWallReplyRows } from '../../../read-models/wall-rows.js';
import type { RingChange } from '../ring.js';
import type { Services } from '../../../services.js';

interface ProfileCounts {
  followers: number;
  following: number;
  post_count: number;
}

export class ProfileRows {
  private readonly wallPosts = new Map<number, WallPostDocument>();
  private readonly posts = new Map<number, WallPostRow>();
  private readonly replies = new Map<number, WallReplyRow>();
  private readonly numbers = new Map<number, ProfileCounts>();
  private readonly follows = new Set<string>();
  readonly omittedIds = new Set<number>();

  constructor(private readonly services: Services) {}

  async load(changes: readonly RingChange[]): Promise<Position> {
    const wallIds = listIds(changes, 'wallpost', 'wallreply');
    const people = listIds(changes, 'profile');
    const follows = changes.filter(({ kind }) => kind === 'follows').map(getFollowId);
    const positions = [
      ...(wallIds.length > 0 ? await this.loadWritten(wallIds) : []),
      ...(people.length > 0 ? await this.loadNumbers(people) : []),
      ...(follows.length > 0 ? await this.loadFollows(follows) : []),
    ];
    return positions.reduce(pickLaterPosition, beginning);
  }

  buildProfileRow(change: RingChange): LiveRow | null {
    const { kind, rowId, position } = change;
    if (kind === 'follows') return { kind, id: rowId, pos: position, follows: this.follows.has(getFollowId(change)) };
    if (kind === 'profile') return { kind, id: rowId, pos: position, ...(this.numbers.get(rowId) ?? noCounts) };
    const document = this.wallPosts.get(rowId);
    if (!document) return null;
    const post = this.posts.get(rowId);
    if (post) return { kind: 'wallpost', ...post };
    const reply = this.replies.get(rowId);
    if (reply) return { kind: 'wallreply', ...reply };
    const { id, pos, parentId } = document;
    return { kind: parentId === null ? 'wallpost' : 'wallreply', id, pos, removed: true };
  }

  private async loadWritten(ids: readonly number[]): Promise<Position[]> {
    const documents = await findWallPostsByIds(this.services.views.store, ids);
    for (const document of documents) this.wallPosts.set(document.id, document);
    const existing = documents.filter(({ deleted }) => !deleted);
    const roots = existing.filter(({ parentId }) => parentId === null);
    for (const post of await this.fill(roots, (some) => buildWallPostRows(this.services, some)))
      this.posts.set(post.id, post);
    for (const parent of new Set(existing.flatMap(({ parentId }) => parentId ?? []))) {
      const replies = existing.filter(({ parentId }) => parentId === parent);
      const rows = await this.fill(replies, (some) => buildWallReplyRows(this.services, parent, some));
      for (const reply of rows) this.replies.set(reply.id, reply);
    }
    return documents.map(({ pos }) => pos);
  }

  private async fill<Row>(
    documents: readonly WallPostDocument[],
    rowsOf: (some: readonly WallPostDocument[]) => Promise<Row[]>,
  ): Promise<Row[]> {
    const { rows } = await fillPage(documents, documents.length, rowsOf);
    for (const { id } of documents.slice(rows.length)) this.omittedIds.add(id);
    return rows;
  }

  private async loadFollows(ids: readonly string[]): Promise<Position[]> {
    const documents = await this.services.views.store.getMany<FollowDocument>('follows', ids);
    for (const { id, active } of documents) if (active) this.follows.add(id);
    return documents.map(({ pos }) => pos);
  }

  private async loadNumbers(ids: readonly number[]): Promise<Position[]> {
    const { store } = this.services.views;
    const profiles = await findProfilesByIds(store, ids);
    const members = await findMembersByIds(store, ids);
    for (const id of ids) {
      const { followers = 0, following = 0 } = profiles.find((profile) => profile.id === id) ?? {};
      const post_count = members.find((member) => member.id === id)?.posts ?? 0;
      this.numbers.set(id, { followers, following, post_count });
    }
    return [...profiles, ...members].map(({ pos }) => pos);
  }
}

const noCounts: ProfileCounts = { followers: 0, following: 0, post_count: 0 };

const getFollowId = ({ topic, rowId }: RingChange): string => `${parseTopic(topic)?.id}:${rowId}`;

const listIds = (changes: readonly RingChange[], ...kinds: RingChange['kind'][]): number[] => [
  ...new Set(changes.filter(({ kind }) => kinds.includes(kind)).map(({ rowId }) => rowId)),
];
