import { describe, test } from 'vitest';
import { memberRole } from '../roles.js';
import { structure } from '../structure/decide.js';
import { annasThread, forum } from '../testing/forum.js';
import { given } from '../testing/given.js';
import { anna, bram, buildHolder, mila, guestActor } from '../testing/people.js';
import { thread, type ThreadCommand } from './decide.js';

const buildContext = (actor: typeof anna) => ({ actor, structure: forum });
const create = (change: Partial<Extract<ThreadCommand, { type: 'CreateThread' }>> = {}) => {
  const { threadId, title, content, locked, sticky } = annasThread.data;
  const place = { sectionId: 1, subsectionId: null };
  return { type: 'CreateThread', threadId, place, title, content, locked, sticky, ...change } as const;
};
const change = (changes: Partial<Extract<ThreadCommand, { type: 'ChangeThread' }>> = {}) =>
  ({ type: 'ChangeThread', title: 'sealed title', content: 'sealed content', ...changes }) as const;
const deleted = { type: 'ThreadDeleted.v1', data: { threadId: 10 } } as const;
const id = { threadId: 10 };
const everyFlag = { can_view: true, can_post: true, can_reply: true, can_delete_post: true, can_emoji_react: true };

describe('managing threads', () => {
  test('a member with permission can create a thread', () => {
    given(thread).when(create(), buildContext(anna)).then(annasThread);
    given(thread).when(create(), buildContext(guestActor)).thenRefused('must-be-logged-in');
    given(thread)
      .when(create({ place: { sectionId: 3, subsectionId: null } }), buildContext(anna))
      .thenRefused('not-found');
    given(thread)
      .when(create({ place: { sectionId: 9, subsectionId: null } }), buildContext(anna))
      .thenRefused('not-found');
    given(thread, annasThread).when(create(), buildContext(anna)).thenRefused('id-in-use');
  });

  test('rejects threads directly in a section that only allows them in subsections', () => {
    given(thread)
      .when(create({ place: { sectionId: 4, subsectionId: null } }), buildContext(anna))
      .thenRefused('threads-not-direct');
    given(thread)
      .when(create({ place: { sectionId: 4, subsectionId: 5 } }), buildContext(anna))
      .then({ ...annasThread, data: { ...annasThread.data, sectionId: 4, subsectionId: 5 } });
  });

  test('a thread edit records only new mentions and quotes', () => {
    const threadCreated = { ...annasThread, data: { ...annasThread.data, mentions: [103] } };
    const threadEdited = { ...id, title: 'sealed title', content: 'new' };
    given(thread, threadCreated)
      .when(change({ content: 'new', mentions: [101, 103, 104], quotes: [21] }), buildContext(anna))
      .then({ type: 'ThreadEdited.v1', data: { ...threadEdited, mentions: [104], quotes: [21] } });
    given(thread, threadCreated, { type: 'ThreadEdited.v1', data: { ...threadEdited, mentions: [104] } })
      .when(change({ content: 'again', mentions: [104] }), buildContext(anna))
      .then({ type: 'ThreadEdited.v1', data: { ...threadEdited, content: 'again' } });
  });

  test('editing the text replaces its uploads, and a new title keeps them', () => {
    const [one, two] = ['1'.repeat(32), '2'.repeat(32)];
    const illustratedThread = { ...annasThread, data: { ...annasThread.data, uploads: [one] } };
    const { title, content } = annasThread.data;
    given(thread)
      .when(create({ uploads: [one] }), buildContext(anna))
      .then(illustratedThread);
    given(thread, illustratedThread)
      .when(change({ title, content: 'new', uploads: [two] }), buildContext(anna))
      .then({ type: 'ThreadEdited.v1', data: { ...id, title, content: 'new', uploads: [two] } });
    given(thread, illustratedThread)
      .when(change({ title, content: 'new' }), buildContext(anna))
      .then({ type: 'ThreadEdited.v1', data: { ...id, title, content: 'new' } });
    given(thread, illustratedThread)
      .when({ type: 'ChangeThread', title: 'new title' }, buildContext(anna))
      .then({ type: 'ThreadEdited.v1', data: { ...id, title: 'new title', content, uploads: [one] } });
  });

  test('only members with permission can create a locked or pinned thread', () => {
    given(thread)
      .when(create({ locked: true }), buildContext(anna))
      .thenRefused('forbidden', 'locked');
    given(thread)
      .when(create({ sticky: true }), buildContext(buildHolder('lock_topics')))
      .thenRefused('forbidden', 'sticky');
    given(thread)
      .when(create({ locked: true }), buildContext(buildHolder('lock_topics')))
      .then({ ...annasThread, data: { ...annasThread.data, locked: true, authorId: 104 } });
    given(thread)
      .when(create({ sticky: true }), buildContext(buildHolder('sticky_topics')))
      .then({ ...annasThread, data: { ...annasThread.data, sticky: true, authorId: 104 } });
  });

  test('a thread can be edited by its author and by moderators', () => {
    const threadEdited = { type: 'ThreadEdited.v1', data: { ...id, title: 'new', content: 'sealed content' } } as const;
    given(thread, annasThread)
      .when(change({ title: 'new' }), buildContext(anna))
      .then(threadEdited);
    given(thread, annasThread)
      .when(change({ title: 'new', locked: false }), buildContext(anna))
      .then(threadEdited);
    given(thread, annasThread)
      .when(change({ title: 'new' }), buildContext(buildHolder('delete_topics')))
      .then(threadEdited);
    given(thread, annasThread)
      .when(change({ title: 'new' }), buildContext(bram))
      .thenRefused('forbidden');
    given(thread, annasThread)
      .when(change({ title: 'new' }), buildContext(guestActor))
      .thenRefused('must-be-logged-in');
    given(thread, annasThread).when(change(), buildContext(anna)).thenNothing();
    given(thread, annasThread).when(change(), buildContext(bram)).thenRefused('forbidden');
  });

  test('locking and pinning a thread does not require permission to edit it', () => {
    given(thread, annasThread)
      .when(change({ locked: true }), buildContext(anna))
      .thenRefused('forbidden', 'locked');
    given(thread, annasThread)
      .when({ type: 'ChangeThread', sticky: true }, buildContext(buildHolder('lock_topics')))
      .thenRefused('forbidden', 'sticky');
    given(thread, annasThread)
      .when(change({ locked: true }), buildContext(buildHolder('lock_topics')))
      .then({ type: 'ThreadLocked.v1', data: id });
    given(thread, annasThread)
      .when(change({ locked: true, sticky: true, title: 'new' }), buildContext(mila))
      .then(
        { type: 'ThreadEdited.v1', data: { ...id, title: 'new', content: 'sealed content' } },
        { type: 'ThreadLocked.v1', data: id },
        { type: 'ThreadPinned.v1', data: id },
      );
    given(thread, annasThread, { type: 'ThreadLocked.v1', data: id }, { type: 'ThreadPinned.v1', data: id })
      .when(change({ locked: false, sticky: false }), buildContext(mila))
      .then({ type: 'ThreadUnlocked.v1', data: id }, { type: 'ThreadUnpinned.v1', data: id });
  });

  test('moderators can move a thread to a place where they can post', () => {
    const move = (sectionId: number, subsectionId: number | null) =>
      ({ type: 'MoveThread', place: { sectionId, subsectionId } }) as const;
    const before = { sectionId: 1, subsectionId: null };
    given(thread, annasThread)
      .when(move(1, 2), buildContext(buildHolder('delete_topics')))
      .then({ type: 'ThreadMoved.v1', data: { ...id, sectionId: 1, subsectionId: 2, before } });
    given(thread, annasThread).when(move(1, null), buildContext(mila)).thenNothing();
    given(thread, annasThread).when(move(1, 2), buildContext(anna)).thenRefused('forbidden');
    given(thread, annasThread)
      .when(move(3, null), buildContext(buildHolder('delete_topics')))
      .thenRefused('not-found');
    given(thread, annasThread).when(move(4, null), buildContext(mila)).thenRefused('threads-not-direct');
  });

  test('a thread can be deleted by its author, and deleted or restored by moderators', () => {
    given(thread, annasThread).when({ type: 'DeleteThread' }, buildContext(anna)).then(deleted);
    given(thread, annasThread).when({ type: 'DeleteThread' }, buildContext(bram)).thenRefused('forbidden');
    given(thread, annasThread, deleted).when({ type: 'DeleteThread' }, buildContext(anna)).thenRefused('not-found');
    given(thread, annasThread, deleted).when({ type: 'DeleteThread' }, buildContext(mila)).thenNothing();
    given(thread, annasThread, deleted).when({ type: 'RestoreThread' }, buildContext(anna)).thenRefused('not-found');
    given(thread, annasThread, deleted)
      .when({ type: 'RestoreThread' }, buildContext(mila))
      .then({ type: 'ThreadRestored.v1', data: id });
    given(thread, annasThread).when({ type: 'RestoreThread' }, buildContext(mila)).thenNothing();
    given(thread).when({ type: 'DeleteThread' }, buildContext(mila)).thenRefused('not-found');
  });

  test('editing a thread requires permission, and omitted fields stay unchanged', () => {
    for (const text of [{ title: 'sealed title' }, { content: 'sealed content' }]) {
      given(thread, annasThread)
        .when({ type: 'ChangeThread', ...text }, buildContext(bram))
        .thenRefused('forbidden');
    }
    given(thread, annasThread).when({ type: 'ChangeThread', locked: false }, buildContext(bram)).thenNothing();
    given(thread, annasThread)
      .when({ type: 'ChangeThread', content: 'new' }, buildContext(anna))
      .then({ type: 'ThreadEdited.v1', data: { ...id, title: 'sealed title', content: 'new' } });
  });

  test('rejects an edit based on an outdated version of a thread', () => {
    const threadEdited = {
      type: 'ThreadEdited.v1',
      data: { ...id, title: 'second', content: 'sealed content' },
    } as const;
    const thirdEdit = { type: 'ChangeThread', title: 'third' } as const;
    given(thread, annasThread, threadEdited)
      .when({ ...thirdEdit, ifVersions: [1] }, buildContext(anna))
      .thenRefused('changed-since');
    given(thread, annasThread, threadEdited)
      .when({ ...thirdEdit, ifVersions: [2] }, buildContext(anna))
      .then({ type: 'ThreadEdited.v1', data: { ...id, title: 'third', content: 'sealed content' } });
    given(thread, annasThread, threadEdited)
      .when({ type: 'ChangeThread', title: 'second' }, buildContext(anna))
      .thenNothing();
  });

  test('rejects creating a thread if the role cannot post threads in the place', () => {
    const hiddenForum = structure.evolve(forum, {
      type: 'PermissionsSet.v1',
      data: {
        sectionId: 1,
        subsectionId: null,
        entries: [{ ...everyFlag, roleId: memberRole.id, can_post: false }],
        before: [],
      },
    });
    given(thread)
      .when(create(), { actor: anna, structure: hiddenForum })
      .thenRefused('forbidden', undefined, "You don't have permission to start threads here.");
  });

  test('an undo can move a thread back to a section that no longer allows direct threads', () => {
    const place = { sectionId: 4, subsectionId: null };
    given(thread, annasThread)
      .when({ type: 'MoveThread', place, isRestore: true }, buildContext(mila))
      .then({
        type: 'ThreadMoved.v1',
        data: { ...id, ...place, before: { sectionId: 1, subsectionId: null } },
      });
  });

  test("leaving a thread's lock or pin unchanged requires no permission", () => {
    given(thread, annasThread).when({ type: 'ChangeThread', sticky: false }, buildContext(bram)).thenNothing();
  });

  test('allows direct threads in any section without subsections', () => {
    const section = { sectionId: 6, name: 'empty', displayName: 'empty', description: '', icon: 'default' };
    const withEmpty = structure.evolve(structuredClone(forum), {
      type: 'SectionCreated.v1',
      data: { ...section, allowThreadsDirect: false },
    });
    given(thread)
      .when(create({ place: { sectionId: 6, subsectionId: null } }), { actor: anna, structure: withEmpty })
      .then({ ...annasThread, data: { ...annasThread.data, sectionId: 6 } });
  });
});
