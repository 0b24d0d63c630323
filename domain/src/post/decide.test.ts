import { describe, test } from 'vitest';
import { thread } from '../thread/decide.js';
import type { ThreadEvent } from '../thread/events.js';
import { annasThread, forum } from '../testing/forum.js';
import { given } from '../testing/given.js';
import { anna, bram, holderOf, mila, nobody } from '../testing/people.js';
import { post } from './decide.js';

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

describe('a reply', () => {
  test('is posted by a member where he may reply', () => {
    given(post).when(reply, inThread(bram)).then(posted(bram.userId));
    given(post).when(reply, inThread(nobody)).thenRefused('login-first');
    given(post).when(reply, inThread(bram, gone)).thenRefused('not-found');
    given(post, posted(102)).when(reply, inThread(bram)).thenRefused('id-in-use');
  });

  test('reaches a locked thread only from those who lock', () => {
    given(post).when(reply, inThread(anna, locked)).thenRefused('thread-locked');
    given(post)
      .when(reply, inThread(holderOf('lock_topics'), locked))
      .then(posted(104));
  });

  test('is edited by its author and by moderators', () => {
    const edit = { type: 'EditReply', content: 'sealed anew' } as const;
    const edited = { type: 'ReplyEdited.v1', data: { postId: 20, content: 'sealed anew' } } as const;
    given(post, posted(102)).when(edit, inThread(bram)).then(edited);
    given(post, posted(102))
      .when(edit, inThread(holderOf('moderate_comments')))
      .then(edited);
    given(post, posted(102)).when(edit, inThread(anna)).thenRefused('forbidden');
    given(post, posted(102), edited).when(edit, inThread(bram)).thenNothing();
    given(post).when(edit, inThread(mila)).thenRefused('not-found');
  });

  test('is deleted by its author and by moderators, and restored by moderators', () => {
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
});
