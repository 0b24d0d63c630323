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
import { defaultReactions, type Emoji } from './emoji.js';
import type { ReactionEvent } from './events.js';

const foldThread = (...events: ThreadEvent[]) => [annasThread, ...events].reduce(thread.evolve, thread.initial());
const replyPosted: PostEvent = {
  type: 'ReplyPosted.v1',
  data: { postId: 20, threadId: 10, authorId: 102, content: 'sealed' },
};
const foldPost = (...events: PostEvent[]) => events.reduce(post.evolve, post.initial());
const buildContext = (
  actor: typeof anna,
  options: { thread?: ThreadEvent[]; post?: PostState; structure?: typeof forum; offered?: Emoji[] } = {},
) => ({
  actor,
  structure: options.structure ?? forum,
  thread: foldThread(...(options.thread ?? [])),
  post: options.post ?? null,
  offered: options.offered ?? defaultReactions,
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
const buildReactedEvent = (
  emoji: 'like' | 'wow' | null,
  before: 'like' | 'wow' | null,
  target: typeof toThread | typeof toPost = toThread,
): ReactionEvent => ({ type: 'Reacted.v1', data: { ...target, threadId: 10, userId: 102, emoji, before } });

describe('reacting to a post', () => {
  test("reacting again replaces a member's earlier reaction or withdraws it", () => {
    given(reaction).when(react('like'), buildContext(bram)).then(buildReactedEvent('like', null));
    given(reaction, buildReactedEvent('like', null))
      .when(react('wow'), buildContext(bram))
      .then(buildReactedEvent('wow', 'like'));
    given(reaction, buildReactedEvent('like', null))
      .when(react(null), buildContext(bram))
      .then(buildReactedEvent(null, 'like'));
    given(reaction, buildReactedEvent('like', null)).when(react('like'), buildContext(bram)).thenNothing();
    given(reaction).when(react(null), buildContext(bram)).thenNothing();
  });

  test('rejects reacting to a thread or reply that is not visible', () => {
    const onPost = (state: PostState) => buildContext(bram, { post: state });
    given(reaction)
      .when(react('like', toPost), onPost(foldPost(replyPosted)))
      .then(buildReactedEvent('like', null, toPost));
    const deleted = foldPost(replyPosted, { type: 'ReplyDeleted.v1', data: { postId: 20 } });
    given(reaction).when(react('like', toPost), onPost(deleted)).thenRefused('not-found');
    given(reaction).when(react('like', toPost), onPost(foldPost())).thenRefused('not-found');
    const threadDeleted: ThreadEvent = { type: 'ThreadDeleted.v1', data: { threadId: 10 } };
    given(reaction)
      .when(react('like'), buildContext(bram, { thread: [threadDeleted] }))
      .thenRefused('not-found');
  });

  test('rejects reactions by guests, in hidden places and without permission', () => {
    given(reaction).when(react('like'), buildContext(guestActor)).thenRefused('login-first');
    const hiddenForum = withEntry({ can_view: false });
    given(reaction)
      .when(react('like'), buildContext(bram, { structure: hiddenForum }))
      .thenRefused('not-found');
    given(reaction)
      .when(react('like'), buildContext(guestActor, { structure: hiddenForum }))
      .thenRefused('not-found');
    const forumWithoutReactions = withEntry({ can_emoji_react: false });
    given(reaction)
      .when(react('like'), buildContext(bram, { structure: forumWithoutReactions }))
      .thenRefused('forbidden', undefined, "You don't have permission to react here.");
    given(reaction)
      .when(react('like'), buildContext({ ...mila, userId: 102 }, { structure: forumWithoutReactions }))
      .then(buildReactedEvent('like', null));
  });

  test('a reaction can be withdrawn without permission to react', () => {
    const forumWithoutReactions = withEntry({ can_emoji_react: false });
    given(reaction, buildReactedEvent('like', null))
      .when(react(null), buildContext(bram, { structure: forumWithoutReactions }))
      .then(buildReactedEvent(null, 'like'));
    given(reaction, buildReactedEvent('like', null))
      .when(react('wow'), buildContext(bram, { structure: forumWithoutReactions }))
      .thenRefused('forbidden');
  });

  test('a reaction that is no longer offered can be withdrawn or replaced, but not added', () => {
    const onlyWow = buildContext(bram, { offered: ['wow'] });
    given(reaction).when(react('like'), onlyWow).thenRefused('reaction-not-offered', 'emoji');
    const likeEvent = buildReactedEvent('like', null);
    given(reaction, likeEvent).when(react('like'), onlyWow).thenNothing();
    given(reaction, likeEvent).when(react(null), onlyWow).then(buildReactedEvent(null, 'like'));
    given(reaction, likeEvent).when(react('wow'), onlyWow).then(buildReactedEvent('wow', 'like'));
  });

  test('accepts reactions in a locked thread', () => {
    given(reaction)
      .when(react('like'), buildContext(bram, { thread: [{ type: 'ThreadLocked.v1', data: { threadId: 10 } }] }))
      .then(buildReactedEvent('like', null));
  });
});
