import { describe, expect, test } from 'vitest';
import { memberRole } from '../roles.js';
import { structure } from '../structure/decide.js';
import { thread } from '../thread/decide.js';
import type { ThreadEvent } from '../thread/events.js';
import { annasThread, forum } from '../testing/forum.js';
import { given } from '../testing/given.js';
import { anna, bram, holderOf, mila, guestActor } from '../testing/people.js';
import { post, type PostState } from './decide.js';
import type { PostEvent } from './events.js';

const inThread = (actor: typeof anna, ...more: ThreadEvent[]) => ({
  actor,
  structure: forum,
  thread: [annasThread, ...more].reduce(thread.evolve, thread.initial()),
});
const locked = { type: 'ThreadLocked.v1', data: { threadId: 10 } } as const;
const gone = { type: 'ThreadDeleted.v1', data: { threadId: 10 } } as const;
const reply = { type: 'PostReply', postId: 20, threadId: 10, content: 'sealed' } as const;
const posted = (authorId: number | null) =>
  ({ type: 'ReplyPosted.v1', data: { postId: 20, threadId: 10, authorId: authorId ?? 0, content: 'sealed' } }) as const;
const deleted = { type: 'ReplyDeleted.v1', data: { postId: 20 } } as const;

describe('replying to a thread', () => {
  test('a member with permission can reply to a visible thread', () => {
    given(post).when(reply, inThread(bram)).then(posted(bram.userId));
    given(post).when(reply, inThread(guestActor)).thenRefused('login-first');
    given(post).when(reply, inThread(bram, gone)).thenRefused('not-found');
    given(post, posted(102)).when(reply, inThread(bram)).thenRefused('id-in-use');
  });

  test('accepts a parent reply only if it is visible and in the same thread', () => {
    const to = (...events: PostEvent[]) => ({
      ...inThread(bram),
      target: events.reduce<PostState>(post.evolve, post.initial()),
    });
    const first = { type: 'ReplyPosted.v1', data: { ...posted(101).data, postId: 19 } } as const;
    const elsewhere = { type: 'ReplyPosted.v1', data: { ...first.data, threadId: 11 } } as const;
    const replyToReply = { ...reply, replyTo: 19 };
    given(post)
      .when(replyToReply, to(first))
      .then({ type: 'ReplyPosted.v1', data: { ...posted(102).data, replyTo: 19 } });
    given(post)
      .when({ ...reply, replyTo: null }, inThread(bram))
      .then(posted(102));
    given(post).when(replyToReply, inThread(bram)).thenRefused('reply-to', 'reply_to');
    given(post).when(replyToReply, to()).thenRefused('reply-to', 'reply_to');
    given(post).when(replyToReply, to(elsewhere)).thenRefused('reply-to', 'reply_to');
    given(post)
      .when(replyToReply, to(first, { type: 'ReplyDeleted.v1', data: { postId: 19 } }))
      .thenRefused('reply-to', 'reply_to');
  });

  test('only members who can lock threads can reply to a locked thread', () => {
    given(post).when(reply, inThread(anna, locked)).thenRefused('thread-locked');
    given(post)
      .when(reply, inThread(holderOf('lock_topics'), locked))
      .then(posted(104));
  });

  test('a reply can be edited by its author and by moderators', () => {
    const edit = { type: 'EditReply', content: 'sealed anew' } as const;
    const edited = { type: 'ReplyEdited.v1', data: { postId: 20, content: 'sealed anew' } } as const;
    given(post, posted(102)).when(edit, inThread(bram)).then(edited);
    given(post, posted(102))
      .when(edit, inThread(holderOf('moderate_comments')))
      .then(edited);
    given(post, posted(102)).when(edit, inThread(anna)).thenRefused('forbidden');
    given(post, posted(102), edited).when(edit, inThread(bram)).thenNothing();
    given(post).when(edit, inThread(mila)).thenRefused('not-found');
    given(post, posted(102))
      .when({ ...edit, ifVersion: 1 }, inThread(bram))
      .then(edited);
    given(post, posted(102), edited)
      .when({ ...edit, content: 'sealed once more', ifVersion: 1 }, inThread(bram))
      .thenRefused('changed-since');
  });

  test('an edit records only new mentions and quotes, and never the author', () => {
    const first = { ...posted(102), data: { ...posted(102).data, mentions: [103], quotes: [10] } };
    const edit = { type: 'EditReply', content: 'new', mentions: [102, 103, 104], quotes: [10, 21] } as const;
    const edited = {
      type: 'ReplyEdited.v1',
      data: { postId: 20, content: 'new', mentions: [104], quotes: [21] },
    } as const;
    given(post, first).when(edit, inThread(bram)).then(edited);
    const emptied = { type: 'ReplyEdited.v1', data: { postId: 20, content: 'none' } } as const;
    given(post, first, edited, emptied)
      .when({ ...edit, content: 'again' }, inThread(mila))
      .then({ type: 'ReplyEdited.v1', data: { postId: 20, content: 'again' } });
  });

  test('limits the number of mentions of a reply across all of its edits', () => {
    const many = Array.from({ length: 100 }, (_, n) => 1_000 + n);
    given(post, { ...posted(102), data: { ...posted(102).data, mentions: many } })
      .when({ type: 'EditReply', content: 'new', mentions: [104] }, inThread(bram))
      .then({ type: 'ReplyEdited.v1', data: { postId: 20, content: 'new' } });
  });

  test('a reply can be deleted by its author, and deleted or restored by moderators', () => {
    given(post, posted(102)).when({ type: 'DeleteReply' }, inThread(bram)).then(deleted);
    given(post, posted(102)).when({ type: 'DeleteReply' }, inThread(mila)).then(deleted);
    given(post, posted(102)).when({ type: 'DeleteReply' }, inThread(anna)).thenRefused('forbidden');
    given(post, posted(102), deleted).when({ type: 'DeleteReply' }, inThread(mila)).thenNothing();
    given(post, posted(102), deleted).when({ type: 'RestoreReply' }, inThread(bram)).thenRefused('not-found');
    given(post, posted(102), deleted)
      .when({ type: 'RestoreReply' }, inThread(holderOf('moderate_comments')))
      .then({ type: 'ReplyRestored.v1', data: { postId: 20 } });
    given(post, posted(102)).when({ type: 'RestoreReply' }, inThread(mila)).thenNothing();
  });

  test('rejects an edit based on an outdated version of a reply', () => {
    const second = { type: 'ReplyEdited.v1', data: { postId: 20, content: 'second' } } as const;
    const edit = { type: 'EditReply', content: 'third' } as const;
    given(post, posted(102), second)
      .when({ ...edit, ifVersion: 1 }, inThread(bram))
      .thenRefused('changed-since');
    given(post, posted(102), second)
      .when({ ...edit, ifVersion: 2 }, inThread(bram))
      .then({ type: 'ReplyEdited.v1', data: { postId: 20, content: 'third' } });
  });

  test('reports the missing permission rather than the lock if the role cannot reply', () => {
    const place = { sectionId: 1, subsectionId: null };
    const entry = { can_view: true, can_post: true, can_reply: false, can_delete_post: false, can_emoji_react: true };
    const shut = structure.evolve(forum, {
      type: 'PermissionsSet.v1',
      data: { ...place, entries: [{ roleId: memberRole.id, ...entry }], before: [] },
    });
    given(post)
      .when(reply, { ...inThread(bram), structure: shut })
      .thenRefused('forbidden', undefined, "You don't have permission to reply here.");
    given(post)
      .when(reply, { ...inThread(bram, locked), structure: shut })
      .thenRefused('forbidden', undefined, "You don't have permission to reply here.");
  });

  test('tracks whether a reply is active or deleted', () => {
    const after = (...events: PostEvent[]) => events.reduce<PostState>(post.evolve, post.initial());
    const fresh = { ...posted(102).data, status: 'active', version: 1 };
    const restored = { type: 'ReplyRestored.v1', data: { postId: 20 } } as const;
    expect(after(posted(102))).toEqual(fresh);
    expect(after(posted(102), deleted)).toEqual({ ...fresh, status: 'deleted' });
    expect(after(posted(102), deleted, restored)).toEqual(fresh);
    expect(after(deleted)).toEqual({ status: 'none' });
  });

  test('only moderators can restore a reply', () => {
    given(post, posted(102)).when({ type: 'RestoreReply' }, inThread(bram)).thenRefused('forbidden');
  });

  test('a reply ignores unknown event types in its stream', () => {
    const state = post.evolve(post.initial(), posted(102));
    expect(post.evolve(state, { type: 'ReplyPainted.v9', data: {} } as never)).toEqual(state);
  });
});
