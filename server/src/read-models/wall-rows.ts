import { shownReplies } from '@guildhall/domain/wire/list-sizes.js';
import type { WallPostRow, WallReplyRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import type { WallPostDocument } from '@guildhall/projections/views/wallposts/project.js';
import { findWallRepliesTo } from '@guildhall/projections/views/wallposts/queries.js';
import type { Views } from '../stores/views.js';
import type { Texts } from '../vault/texts.js';
import type { Directory } from './members/directory.js';
import { renderTexts, type RenderedText } from './rendered-texts.js';

interface Dependencies {
  views: Views;
  directory: Directory;
  texts: Texts;
}

export async function buildWallPostRows(
  services: Dependencies,
  posts: readonly WallPostDocument[],
): Promise<WallPostRow[]> {
  const { store } = services.views;
  const replies = await Promise.all(
    posts.map(async (post) => (post.replyCount > 0 ? findWallRepliesTo(store, post.id, null, shownReplies) : [])),
  );
  const openedTexts = await prepareWallPosts(services, [...posts, ...replies.flat()]);
  return posts.map((post, i) => {
    const { username: author_name, avatar_url: author_avatar } = services.directory.getAuthor(post.authorId);
    return {
      id: post.id,
      pos: post.pos,
      owner_id: post.ownerId,
      author_id: post.authorId,
      author_name,
      author_avatar,
      content: openedTexts(post.content).text,
      content_html: openedTexts(post.content).html,
      created_at: post.createdAt,
      order: post.order,
      reply_count: post.replyCount,
      replies: (replies[i] ?? []).map((reply) => toReplyRow(services, post.id, reply, openedTexts)).reverse(),
    };
  });
}

export async function buildWallReplyRows(
  services: Dependencies,
  postId: number,
  replies: readonly WallPostDocument[],
): Promise<WallReplyRow[]> {
  const openedTexts = await prepareWallPosts(services, replies);
  return replies.map((reply) => toReplyRow(services, postId, reply, openedTexts));
}

async function prepareWallPosts({ texts, directory }: Dependencies, documents: readonly WallPostDocument[]) {
  await directory.ensure(documents.map(({ authorId }) => authorId));
  const contents = documents.map(({ content }) => content);
  return renderTexts(texts, contents, 'html', contents);
}

function toReplyRow(
  { directory }: Dependencies,
  postId: number,
  reply: WallPostDocument,
  openedTexts: (sealedText: string) => RenderedText,
): WallReplyRow {
  const { username: user_name, avatar_url: user_avatar } = directory.getAuthor(reply.authorId);
  return {
    id: reply.id,
    pos: reply.pos,
    post_id: postId,
    user_id: reply.authorId,
    user_name,
    user_avatar,
    content: openedTexts(reply.content).text,
    content_html: openedTexts(reply.content).html,
    created_at: reply.createdAt,
    order: reply.order,
  };
}
