import type { LiveRow, ProfileNumbers, Topic } from '@guildhall/domain/wire/live.js';
import {
  repliesShown,
  type Profile,
  type ProfileUser,
  type WallPostRow,
  type WallReplyRow,
} from '@guildhall/domain/wire/profiles.js';
import { after, gone, rowSet, seen, type Get, type Names, type RowCounts, type Screen } from './screen.js';

/** A profile with its numbers and the newest posts of its wall, each with its newest replies. */
export class ProfileScreen implements Screen {
  private user: ProfileUser | null = null;
  private numbers: Omit<ProfileNumbers, 'id'> = { pos: '', followers: 0, following: 0, post_count: 0 };
  private posts = rowSet<WallPostRow>();
  private replies = rowSet<WallReplyRow>();

  /** `username`: as the address of the page has it. */
  constructor(
    private readonly id: number,
    private readonly username: string,
  ) {}

  topics(): Topic[] {
    return [`profile:${this.id}`];
  }

  async load(get: Get, from: string | null): Promise<string | null> {
    const path = `/profile/${encodeURIComponent(this.username)}?limit=50`;
    const { status, body, position } = await get<Profile>(after(path, from));
    const found = status < 400 ? body : null;
    this.user = found?.user ?? null;
    const { followers = 0, following = 0, user } = found ?? {};
    this.numbers = { pos: '', followers, following, post_count: user?.post_count ?? 0 };
    this.posts = rowSet(found?.posts);
    this.replies = rowSet(found?.posts.flatMap(({ replies }) => replies));
    return found && position;
  }

  take(row: LiveRow, counts: RowCounts): boolean {
    if ('removed' in row) {
      if (row.kind === 'wallpost') counts.remove(this.posts, row);
      if (row.kind === 'wallreply') counts.remove(this.replies, row);
    } else if (row.kind === 'wallpost') {
      counts.upsert(this.posts, row, row.kind);
      for (const reply of row.replies) counts.upsert(this.replies, reply, 'wallreply');
    } else if (row.kind === 'wallreply') counts.upsert(this.replies, row, row.kind);
    else if (row.kind === 'profile' && row.id === this.id && this.numbers.pos < row.pos) this.numbers = row;
    return false;
  }

  shown(names: Names): unknown {
    if (!this.user) return gone;
    const { followers, following, post_count } = this.numbers;
    const { username, avatar_url, role } = names.get(this.id) ?? this.user;
    const posts = Object.values(this.posts.byId).sort((one, other) => (one.order > other.order ? -1 : 1));
    return {
      user: { ...this.user, username, avatar_url, role, post_count },
      followers,
      following,
      wall: posts.map((post) => this.wallPost(post, names)),
    };
  }

  private wallPost(post: WallPostRow, names: Names): unknown {
    const author = names.get(post.author_id);
    const replies = Object.values(this.replies.byId).filter(({ post_id }) => post_id === post.id);
    return {
      ...seen(post),
      author_name: author?.username ?? post.author_name,
      author_avatar: author ? author.avatar_url : post.author_avatar,
      replies: replies
        .sort((one, other) => (one.order < other.order ? -1 : 1))
        .slice(-repliesShown)
        .map((reply) => wallReply(reply, names)),
    };
  }
}

function wallReply(reply: WallReplyRow, names: Names): unknown {
  const author = names.get(reply.user_id);
  return {
    ...seen(reply),
    user_name: author?.username ?? reply.user_name,
    user_avatar: author ? author.avatar_url : reply.user_avatar,
  };
}
