import type { ViewStore } from '@guildhall/projections/view-store.js';
import type { PostDocument } from '@guildhall/projections/views/posts/document.js';
import { findPostsByIds } from '@guildhall/projections/views/posts/queries.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { findThreadsByIds } from '@guildhall/projections/views/threads/queries.js';

interface TextReference {
  kind: string;
  id: number;
}

/** Posts together with their threads. */
export class ForumTexts {
  readonly posts: ReadonlyMap<number, PostDocument>;
  readonly threads: ReadonlyMap<number, ThreadDocument>;

  constructor(posts: readonly PostDocument[], threads: readonly ThreadDocument[]) {
    this.posts = new Map(posts.map((post) => [post.id, post]));
    this.threads = new Map(threads.map((thread) => [thread.id, thread]));
  }

  /** Returns the thread itself, or the thread of a post. */
  findThread({ kind, id }: TextReference): ThreadDocument | null {
    if (kind === 'thread') return this.threads.get(id) ?? null;
    const post = kind === 'post' ? this.posts.get(id) : undefined;
    return (post && this.threads.get(post.threadId)) ?? null;
  }
}

/** Ignores references to other kinds of texts. */
export async function loadForumTexts(store: ViewStore, references: readonly TextReference[]): Promise<ForumTexts> {
  const listIds = (kind: string) => references.flatMap((reference) => (reference.kind === kind ? reference.id : []));
  const posts = await findPostsByIds(store, [...new Set(listIds('post'))]);
  const threadIds = new Set([...listIds('thread'), ...posts.map(({ threadId }) => threadId)]);
  return new ForumTexts(posts, await findThreadsByIds(store, [...threadIds]));
}
