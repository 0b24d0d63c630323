import { toUploadsField } from '@guildhall/domain/uploads.js';
import { applyReaction } from '../reactions/counts.js';
import type { ThreadDocument } from '../threads/document.js';
import { createView, type Change, type Get } from '../../view.js';
import type { PostDocument } from './document.js';

export const postsView = createView(
  {
    posts: {
      indexes: [
        ['threadId', 'deleted', 'order'],
        ['authorId', 'order', 'threadId'],
        ['replyTo', 'deleted', 'order'],
      ],
      sparse: 'replyTo',
    },
  },
  {
    'ReplyPosted.v1': ({ data, metadata, position }, get) => {
      const { postId, threadId, authorId, content, replyTo = null } = data;
      const document: PostDocument = {
        id: postId,
        threadId,
        authorId,
        content,
        createdAt: metadata.at ?? '',
        editedAt: null,
        version: 1,
        reactions: {},
        deleted: false,
        order: position,
        number: get<ThreadDocument>('threads', threadId)?.posted ?? 0,
        replyTo,
        replyCount: 0,
        pos: position,
        ...toUploadsField(data),
      };
      return [...buildPostChange(document), ...changeReplyCount(document, 1, get)];
    },
    'ReplyEdited.v1': ({ data, metadata }, get) => {
      const post = get<PostDocument>('posts', data.postId);
      if (!post) return [];
      const { uploads: _, ...others } = post;
      const edit = { content: data.content, editedAt: metadata.at ?? '', ...toUploadsField(data) };
      return buildPostChange({ ...others, ...edit, version: post.version + 1 });
    },
    'ReplyDeleted.v1': ({ data, metadata }, get) => {
      const post = get<PostDocument>('posts', data.postId);
      const deletion = { at: metadata.at ?? '', by: Number(metadata.actorId) || null };
      return post ? [...buildPostChange({ ...post, deleted: true, deletion }), ...changeReplyCount(post, -1, get)] : [];
    },
    'ReplyRestored.v1': ({ data }, get) => {
      const post = get<PostDocument>('posts', data.postId);
      if (!post) return [];
      const { deletion: _, ...visible } = post;
      return [...buildPostChange({ ...visible, deleted: false }), ...changeReplyCount(post, 1, get)];
    },
    'Reacted.v1': ({ data }, get) => {
      const post = data.kind === 'post' ? get<PostDocument>('posts', data.id) : null;
      return post ? buildPostChange({ ...post, reactions: applyReaction(post.reactions, data) }) : [];
    },
  },
);

function changeReplyCount({ replyTo }: PostDocument, by: 1 | -1, get: Get): Change[] {
  const target = replyTo === null ? null : get<PostDocument>('posts', replyTo);
  return target ? buildPostChange({ ...target, replyCount: target.replyCount + by }) : [];
}

const buildPostChange = (document: Omit<PostDocument, 'pos'>): Change[] => [{ collection: 'posts', document }];
