import type { ReactionEvent } from '@guildhall/domain/reaction/events.js';
import { countsAfter } from '../reactions/counts.js';
import type { ThreadDocument } from '../threads/document.js';
import type { Change, Get, View } from '../../view.js';
import type { PostDocument } from './document.js';

export const postsView: View = {
  schema: {
    posts: {
      indexes: [
        ['threadId', 'deleted', 'order'],
        ['authorId', 'order', 'threadId'],
        ['replyTo', 'deleted', 'order'],
      ],
      sparse: 'replyTo',
    },
  },
  events: ['ReplyPosted.v1', 'ReplyEdited.v1', 'ReplyDeleted.v1', 'ReplyRestored.v1', 'Reacted.v1'],

  project(event, get) {
    const at = event.metadata.at ?? '';
    if (event.type === 'ReplyPosted.v1') {
      const { postId, threadId, authorId, content, replyTo = null } = event.data;
      const thread = get<ThreadDocument>('threads', threadId);
      const document: PostDocument = {
        id: postId,
        threadId,
        authorId,
        content,
        createdAt: at,
        editedAt: null,
        version: 1,
        reactions: {},
        deleted: false,
        order: event.position,
        number: thread?.posted ?? 0,
        replyTo,
        replyCount: 0,
        pos: event.position,
      };
      return [...changed(document), ...counted(document, 1, get)];
    }
    if (event.type === 'Reacted.v1') return reacted(event.data, get);
    if (event.type !== 'ReplyEdited.v1' && event.type !== 'ReplyDeleted.v1' && event.type !== 'ReplyRestored.v1') {
      return [];
    }
    const post = get<PostDocument>('posts', event.data.postId);
    if (!post) return [];
    switch (event.type) {
      case 'ReplyEdited.v1':
        return changed({ ...post, content: event.data.content, editedAt: at, version: post.version + 1 });
      case 'ReplyDeleted.v1':
        return [
          ...changed({ ...post, deleted: true, deletion: { at, by: Number(event.metadata.actorId) || null } }),
          ...counted(post, -1, get),
        ];
      case 'ReplyRestored.v1': {
        const { deletion: _, ...visible } = post;
        return [...changed({ ...visible, deleted: false }), ...counted(post, 1, get)];
      }
    }
  },
};

function reacted(reaction: ReactionEvent['data'], get: Get): Change[] {
  const post = reaction.kind === 'post' ? get<PostDocument>('posts', reaction.id) : null;
  return post ? changed({ ...post, reactions: countsAfter(post.reactions, reaction) }) : [];
}

/** The reply that this one replies to, with one visible reply more or less. */
function counted({ replyTo }: PostDocument, by: 1 | -1, get: Get): Change[] {
  const target = replyTo === null ? null : get<PostDocument>('posts', replyTo);
  return target ? changed({ ...target, replyCount: target.replyCount + by }) : [];
}

const changed = (document: Omit<PostDocument, 'pos'>): Change[] => [{ collection: 'posts', document }];
