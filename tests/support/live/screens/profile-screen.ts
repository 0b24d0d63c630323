import { shownReplies } from '@guildhall/domain/wire/list-sizes.js';
import type { LiveRow, MemberNames, ProfileNumbers } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { Profile, ProfileUser } from '@guildhall/domain/wire/schemas/members/profiles.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import {
  createWall,
  listShownPosts,
  applyLiveRow,
  applyPage,
  type ShownPost,
  type WallRows,
} from '../../../../web/src/features/members/profile/state/wall-rows.js';
import { addAfter, missing, pickVisibleFields, type Get, type Names, type Screen } from './screen.js';

/** Shows the newest wall posts, each with its newest replies. */
export class ProfileScreen implements Screen {
  private user: ProfileUser | null = null;
  private numbers: Omit<ProfileNumbers, 'id'> = { pos: '', followers: 0, following: 0, post_count: 0 };
  private follow = { pos: '', follows: false };
  private wall: WallRows = createWall();
  private gameAccounts: Profile['game_accounts'] = [];
  private readonly id: number;
  private username: string;
  private readonly reader: number | undefined;

  constructor({ id, username, reader }: { id: number; username: string; reader?: number }) {
    [this.id, this.username, this.reader] = [id, username, reader];
  }

  listTopics(): Topic[] {
    return this.reader === undefined ? [`profile:${this.id}`] : [`profile:${this.id}`, `member:${this.reader}`];
  }

  async load(get: Get, from: string | null): Promise<string | null> {
    const path = `/profile/${encodeURIComponent(this.username)}?limit=50`;
    const { status, body, position, next } = await get<Profile>(addAfter(path, from));
    const profile = status < 400 ? body : null;
    this.user = profile?.user ?? null;
    const { followers = 0, following = 0, isFollowing: follows = false, user } = profile ?? {};
    this.follow = { pos: '', follows };
    this.numbers = { pos: '', followers, following, post_count: user?.post_count ?? 0 };
    this.gameAccounts = profile?.game_accounts ?? [];
    this.wall = createWall();
    applyPage(this.wall, profile?.posts ?? [], next === null);
    return profile && position;
  }

  take(row: LiveRow): boolean {
    if (row.kind === 'follows') {
      if (row.id === this.id && this.follow.pos < row.pos) this.follow = row;
    } else if (row.kind !== 'profile') applyLiveRow(this.wall, row);
    else if (row.id === this.id && this.numbers.pos < row.pos) this.numbers = row;
    return false;
  }

  rename({ id, username }: MemberNames): boolean {
    if (id === this.id) this.username = username;
    return false;
  }

  buildVisibleRows(names: Names): unknown {
    if (!this.user) return missing;
    const { followers, following, post_count } = this.numbers;
    const { username, avatar_url, role } = names.get(this.id) ?? this.user;
    return {
      user: { ...this.user, username, avatar_url, role, post_count },
      followers,
      following,
      isFollowing: this.follow.follows,
      gameAccounts: this.gameAccounts,
      wall: listShownPosts(this.wall).map((post) => buildWallPost(post, names)),
    };
  }
}

/** A fresh post contains only its newest replies, and more may have arrived since. */
function buildWallPost(post: ShownPost, names: Names): unknown {
  const author = names.get(post.author_id);
  return {
    ...pickVisibleFields(post),
    author_name: author?.username ?? post.author_name,
    author_avatar: author ? author.avatar_url : post.author_avatar,
    replies: post.replies.slice(-shownReplies).map((reply) => {
      const replier = names.get(reply.user_id);
      return {
        ...pickVisibleFields(reply),
        user_name: replier?.username ?? reply.user_name,
        user_avatar: replier ? replier.avatar_url : reply.user_avatar,
      };
    }),
  };
}
