import { describe, expect, test } from 'vitest';
import { memberRole } from '../roles.js';
import { structure } from '../structure/decide.js';
import { thread } from '../thread/decide.js';
import type { ThreadEvent } from '../thread/events.js';
import { annasThread, forum } from '../testing/forum.js';
import { given } from '../testing/given.js';
import { anna, bram, buildHolder, mila, guestActor } from '../testing/people.js';
import { post, type PostState } from './decide.js';
import type { PostEvent } from './events.js';

const buildContext = (actor: typeof anna, ...more: ThreadEvent[]) => ({
  actor,
  structure: forum,
  thread: [annasThread, ...more].reduce(thread.evolve, thread.initial()),
});
const threadLocked = { type: 'ThreadLocked.v1', data: { threadId: 10 } } as const;
const threadDeleted = { type: 'ThreadDeleted.v1', data: { threadId: 10 } } as const;
const reply = { type: 'PostReply', postId: 20, threadId: 10, content: 'sealed' } as const;
const buildReplyPosted = (authorId: number | null) =>
  ({ type: 'ReplyPosted.v1', data: { postId: 20, threadId: 10, authorId: authorId ?? 0, content: 'sealed' } }) as const;
const deleted = { type: 'ReplyDeleted.v1', data: { postId: 20 } } as const;

describe('replying to a thread', () => {
  test('a member with permission can reply to a visible thread', () => {
    given(post).when(reply, buildContext(bram)).then(buildReplyPosted(bram.userId));
    given(post).when(reply, buildContext(guestActor)).thenRefused('login-first');
    given(post).when(reply, buildContext(bram, threadDeleted)).thenRefused('not-found');
    given(post, buildReplyPosted(102)).when(reply, buildContext(bram)).thenRefused('id-in-use');
  });

  test('records that the author does not watch the thread because of the reply', () => {
    given(post)
      .when({ ...reply, watch: false }, buildContext(bram))
      .then({ type: 'ReplyPosted.v1', data: { ...buildReplyPosted(102).data, watch: false } });
    given(post)
      .when({ ...reply, watch: true }, buildContext(bram))
      .then(buildReplyPosted(102));
  });

  test('accepts a parent reply only if it is visible and in the same thread', () => {
    const to = (...events: PostEvent[]) => ({
      ...buildContext(bram),
      target: events.reduce<PostState>(post.evolve, post.initial()),
    });
    const firstReply = { type: 'ReplyPosted.v1', data: { ...buildReplyPosted(101).data, postId: 19 } } as const;
    const elsewhere = { type: 'ReplyPosted.v1', data: { ...firstReply.data, threadId: 11 } } as const;
    const replyToReply = { ...reply, replyTo: 19 };
    given(post)
      .when(replyToReply, to(firstReply))
      .then({ type: 'ReplyPosted.v1', data: { ...buildReplyPosted(102).data, replyTo: 19 } });
    given(post)
      .when({ ...reply, replyTo: null }, buildContext(bram))
      .then(buildReplyPosted(102));
    given(post).when(replyToReply, buildContext(bram)).thenRefused('reply-to', 'reply_to');
    given(post).when(replyToReply, to()).thenRefused('reply-to', 'reply_to');
    given(post).when(replyToReply, to(elsewhere)).thenRefused('reply-to', 'reply_to');
    given(post)
      .when(replyToReply, to(firstReply, { type: 'ReplyDeleted.v1', data: { postId: 19 } }))
      .thenRefused('reply-to', 'reply_to');
  });

  test('only members who can lock threads can reply to a locked thread', () => {
    given(post).when(reply, buildContext(anna, threadLocked)).thenRefused('thread-locked');
    given(post)
      .when(reply, buildContext(buildHolder('lock_topics'), threadLocked))
      .then(buildReplyPosted(104));
  });

  test('a reply can be edited by its author and by moderators', () => {
    const edit = { type: 'EditReply', content: 'sealed anew' } as const;
    const replyEdited = { type: 'ReplyEdited.v1', data: { postId: 20, content: 'sealed anew' } } as const;
    given(post, buildReplyPosted(102)).when(edit, buildContext(bram)).then(replyEdited);
    given(post, buildReplyPosted(102))
      .when(edit, buildContext(buildHolder('moderate_comments')))
      .then(replyEdited);
    given(post, buildReplyPosted(102)).when(edit, buildContext(anna)).thenRefused('forbidden');
    given(post, buildReplyPosted(102), replyEdited).when(edit, buildContext(bram)).thenNothing();
    given(post).when(edit, buildContext(mila)).thenRefused('not-found');
    given(post, buildReplyPosted(102))
      .when({ ...edit, ifVersions: [1] }, buildContext(bram))
      .then(replyEdited);
    given(post, buildReplyPosted(102), replyEdited)
      .when({ ...edit, content: 'sealed once more', ifVersions: [1] }, buildContext(bram))
      .thenRefused('changed-since');
  });

  test("an edit replaces the reply's uploads, even without a new one", () => {
    const [one, two] = ['1'.repeat(32), '2'.repeat(32)];
    const illustratedReply = { ...buildReplyPosted(102), data: { ...buildReplyPosted(102).data, uploads: [one] } };
    const editTo = (uploads?: string[]) =>
      ({ type: 'EditReply', content: 'sealed anew', ...(uploads && { uploads }) }) as const;
    const buildEditedEvent = (uploads?: string[]) =>
      ({ type: 'ReplyEdited.v1', data: { postId: 20, content: 'sealed anew', ...(uploads && { uploads }) } }) as const;
    given(post)
      .when({ ...reply, uploads: [one] }, buildContext(bram))
      .then(illustratedReply);
    given(post, illustratedReply)
      .when(editTo([two]), buildContext(bram))
      .then(buildEditedEvent([two]));
    given(post, illustratedReply).when(editTo([]), buildContext(bram)).then(buildEditedEvent());
    const foldUploads = (...events: PostEvent[]) => {
      const state = events.reduce<PostState>(post.evolve, post.initial());
      return state.status === 'none' ? null : state.uploads;
    };
    expect(foldUploads(illustratedReply)).toEqual([one]);
    expect(foldUploads(illustratedReply, buildEditedEvent([two]))).toEqual([two]);
    expect(foldUploads(illustratedReply, buildEditedEvent())).toBeUndefined();
  });

  test("an edit records only new mentions and quotes, and never the author's own", () => {
    const firstReply = {
      ...buildReplyPosted(102),
      data: { ...buildReplyPosted(102).data, mentions: [103], quotes: [10] },
    };
    const edit = { type: 'EditReply', content: 'new', mentions: [102, 103, 104], quotes: [10, 21] } as const;
    const replyEdited = {
      type: 'ReplyEdited.v1',
      data: { postId: 20, content: 'new', mentions: [104], quotes: [21] },
    } as const;
    given(post, firstReply).when(edit, buildContext(bram)).then(replyEdited);
    const mentionsRemoved = { type: 'ReplyEdited.v1', data: { postId: 20, content: 'none' } } as const;
    given(post, firstReply, replyEdited, mentionsRemoved)
      .when({ ...edit, content: 'again' }, buildContext(mila))
      .then({ type: 'ReplyEdited.v1', data: { postId: 20, content: 'again' } });
  });

  test('limits the number of mentions in a reply across all its edits', () => {
    const userIds = Array.from({ length: 100 }, (_, n) => 1_000 + n);
    given(post, { ...buildReplyPosted(102), data: { ...buildReplyPosted(102).data, mentions: userIds } })
      .when({ type: 'EditReply', content: 'new', mentions: [104] }, buildContext(bram))
      .then({ type: 'ReplyEdited.v1', data: { postId: 20, content: 'new' } });
  });

  test('a reply can be deleted by its author, and deleted or restored by moderators', () => {
    given(post, buildReplyPosted(102)).when({ type: 'DeleteReply' }, buildContext(bram)).then(deleted);
    given(post, buildReplyPosted(102)).when({ type: 'DeleteReply' }, buildContext(mila)).then(deleted);
    given(post, buildReplyPosted(102)).when({ type: 'DeleteReply' }, buildContext(anna)).thenRefused('forbidden');
    given(post, buildReplyPosted(102), deleted).when({ type: 'DeleteReply' }, buildContext(mila)).thenNothing();
    given(post, buildReplyPosted(102), deleted)
      .when({ type: 'RestoreReply' }, buildContext(bram))
      .thenRefused('not-found');
    given(post, buildReplyPosted(102), deleted)
      .when({ type: 'RestoreReply' }, buildContext(buildHolder('moderate_comments')))
      .then({ type: 'ReplyRestored.v1', data: { postId: 20 } });
    given(post, buildReplyPosted(102)).when({ type: 'RestoreReply' }, buildContext(mila)).thenNothing();
  });

  test('rejects an edit based on an outdated version of a reply', () => {
    const secondEdit = { type: 'ReplyEdited.v1', data: { postId: 20, content: 'second' } } as const;
    const edit = { type: 'EditReply', content: 'third' } as const;
    given(post, buildReplyPosted(102), secondEdit)
      .when({ ...edit, ifVersions: [1] }, buildContext(bram))
      .thenRefused('changed-since');
    given(post, buildReplyPosted(102), secondEdit)
      .when({ ...edit, ifVersions: [2] }, buildContext(bram))
      .then({ type: 'ReplyEdited.v1', data: { postId: 20, content: 'third' } });
  });

  test('reports a missing permission rather than the lock if the role cannot reply', () => {
    const place = { sectionId: 1, subsectionId: null };
    const entry = { can_view: true, can_post: true, can_reply: false, can_delete_post: false, can_emoji_react: true };
    const hiddenForum = structure.evolve(forum, {
      type: 'PermissionsSet.v1',
      data: { ...place, entries: [{ roleId: memberRole.id, ...entry }], before: [] },
    });
    given(post)
      .when(reply, { ...buildContext(bram), structure: hiddenForum })
      .thenRefused('forbidden', undefined, "You don't have permission to reply here.");
    given(post)
      .when(reply, { ...buildContext(bram, threadLocked), structure: hiddenForum })
      .thenRefused('forbidden', undefined, "You don't have permission to reply here.");
  });

  test('tracks whether a reply is active or deleted', () => {
    const foldEvents = (...events: PostEvent[]) => events.reduce<PostState>(post.evolve, post.initial());
    const initialState = { ...buildReplyPosted(102).data, status: 'active', version: 1 };
    const replyRestored = { type: 'ReplyRestored.v1', data: { postId: 20 } } as const;
    expect(foldEvents(buildReplyPosted(102))).toEqual(initialState);
    expect(foldEvents(buildReplyPosted(102), deleted)).toEqual({ ...initialState, status: 'deleted' });
    expect(foldEvents(buildReplyPosted(102), deleted, replyRestored)).toEqual(initialState);
    expect(foldEvents(deleted)).toEqual({ status: 'none' });
  });

  test('only moderators can restore a reply', () => {
    given(post, buildReplyPosted(102)).when({ type: 'RestoreReply' }, buildContext(bram)).thenRefused('forbidden');
  });

  test('a reply ignores unknown event types in its stream', () => {
    const state = post.evolve(post.initial(), buildReplyPosted(102));
    expect(post.evolve(state, { type: 'ReplyPainted.v9', data: {} } as never)).toEqual(state);
  });
});
