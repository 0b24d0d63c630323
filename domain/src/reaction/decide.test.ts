import { describe, test } from 'vitest';
import type { PermissionEntry } from '../permissions.js';
import { post, type PostState } from '../post/decide.js';
import type { PostEvent } from '../post/events.js';
import { memberRole } from '../roles.js';
import { structure } from '../structure/decide.js';
import { annasThread, forum } from '../testing/forum.js';
import { given } from '../testing/given.js';
import { anna, bram, mila, guestActor } from '../testing/people.js';
import { thread } from '../thread/decide.js';
import type { ThreadEvent } from '../thread/events.js';
import { reaction } from './decide.js';
import type { ReactionEvent } from './events.js';

const threadAfter = (...events: ThreadEvent[]) => [annasThread, ...events].reduce(thread.evolve, thread.initial());
const posted: PostEvent = {
  type: 'ReplyPosted.v1',
  data: { postId: 20, threadId: 10, authorId: 102, content: 'sealed' },
};
const postAfter = (...events: PostEvent[]) => events.reduce(post.evolve, post.initial());
const by = (actor: typeof anna, to: { thread?: ThreadEvent[]; post?: PostState; structure?: typeof forum } = {}) => ({
  actor,
  structure: to.structure ?? forum,
  thread: threadAfter(...(to.thread ?? [])),
  post: to.post ?? null,
});
const withEntry = (flags: Partial<PermissionEntry>) => {
  const entry = { can_view: true, can_post: true, can_reply: true, can_delete_post: false, can_emoji_react: true };
  const entries = [{ roleId: memberRole.id, ...entry, ...flags }];
  return structure.evolve(structuredClone(forum), {
    type: 'PermissionsSet.v1',
    data: { sectionId: 1, subsectionId: null, entries, before: [] },
  });
};
const toThread = { kind: 'thread', id: 10 } as const;
const toPost = { kind: 'post', id: 20 } as const;
const react = (emoji: 'like' | 'wow' | null, target: typeof toThread | typeof toPost = toThread) =>
  ({ type: 'React', target, emoji }) as const;
const reacted = (
  emoji: 'like' | 'wow' | null,
  before: 'like' | 'wow' | null,
  target: typeof toThread | typeof toPost = toThread,
): ReactionEvent => ({ type: 'Reacted.v1', data: { ...target, threadId: 10, userId: 102, emoji, before } });

describe('reacting to a post', () => {
  test("reacting again replaces a member's earlier reaction or withdraws it", () => {
    given(reaction).when(react('like'), by(bram)).then(reacted('like', null));
    given(reaction, reacted('like', null)).when(react('wow'), by(bram)).then(reacted('wow', 'like'));
    given(reaction, reacted('like', null)).when(react(null), by(bram)).then(reacted(null, 'like'));
    given(reaction, reacted('like', null)).when(react('like'), by(bram)).thenNothing();
    given(reaction).when(react(null), by(bram)).thenNothing();
  });

  test('rejects reacting to a thread or reply that is not visible', () => {
    const on = (state: PostState) => by(bram, { post: state });
    given(reaction)
      .when(react('like', toPost), on(postAfter(posted)))
      .then(reacted('like', null, toPost));
    const deleted = postAfter(posted, { type: 'ReplyDeleted.v1', data: { postId: 20 } });
    given(reaction).when(react('like', toPost), on(deleted)).thenRefused('not-found');
    given(reaction).when(react('like', toPost), on(postAfter())).thenRefused('not-found');
    const gone: ThreadEvent = { type: 'ThreadDeleted.v1', data: { threadId: 10 } };
    given(reaction)
      .when(react('like'), by(bram, { thread: [gone] }))
      .thenRefused('not-found');
  });

  test('rejects reactions by guests, in hidden places and without permission', () => {
    given(reaction).when(react('like'), by(guestActor)).thenRefused('login-first');
    const hidden = withEntry({ can_view: false });
    given(reaction)
      .when(react('like'), by(bram, { structure: hidden }))
      .thenRefused('not-found');
    given(reaction)
      .when(react('like'), by(guestActor, { structure: hidden }))
      .thenRefused('not-found');
    const still = withEntry({ can_emoji_react: false });
    given(reaction)
      .when(react('like'), by(bram, { structure: still }))
      .thenRefused('forbidden', undefined, "You don't have permission to react here.");
    given(reaction)
      .when(react('like'), by({ ...mila, userId: 102 }, { structure: still }))
      .then(reacted('like', null));
  });

  test('a reaction can be withdrawn without permission to react', () => {
    const still = withEntry({ can_emoji_react: false });
    given(reaction, reacted('like', null))
      .when(react(null), by(bram, { structure: still }))
      .then(reacted(null, 'like'));
    given(reaction, reacted('like', null))
      .when(react('wow'), by(bram, { structure: still }))
      .thenRefused('forbidden');
  });

  test('accepts reactions in a locked thread', () => {
    given(reaction)
      .when(react('like'), by(bram, { thread: [{ type: 'ThreadLocked.v1', data: { threadId: 10 } }] }))
      .then(reacted('like', null));
  });
});
