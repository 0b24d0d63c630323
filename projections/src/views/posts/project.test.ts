import { eventTypes } from '@guildhall/domain/events.js';
import { describe, expect, test } from 'vitest';
import { at, forum, position, post, getFrom, sample } from '../../testing/sample-events.js';
import type { ProjectedEvent } from '../../view.js';
import { postsView } from './project.js';

const project = (event: ProjectedEvent, existing: object = {}) =>
  postsView.project(event, getFrom({ ...forum, ...existing }));
const buildChange = (document: object) => [{ collection: 'posts', document }];
const later = '2026-11-22T12:00:00.000Z';
const deleted = { ...post, deleted: true, deletion: { at, by: 103 } };

describe('reply documents', () => {
  test('numbers replies in the order of their thread', () => {
    const event = sample('ReplyPosted.v1');
    const document = {
      id: 20,
      threadId: 10,
      authorId: 101,
      content: event.data.content,
      createdAt: at,
      editedAt: null,
      version: 1,
      reactions: {},
      deleted: false,
      order: position,
      number: 5,
      replyTo: 19,
      replyCount: 0,
      pos: position,
      uploads: event.data.uploads,
    };
    expect(project(event)).toEqual(buildChange(document));
    expect(project(event, { threads: [] })).toEqual(buildChange({ ...document, number: 0 }));
    expect(project({ ...event, metadata: {} })).toEqual(buildChange({ ...document, createdAt: '' }));
  });

  test('a reply document stores the latest content and counts edits', () => {
    const { content, uploads } = sample('ReplyEdited.v1').data;
    expect(project(sample('ReplyEdited.v1', {}, { at: later }))).toEqual(
      buildChange({ ...post, content, uploads, editedAt: later, version: 2 }),
    );
    const withoutUploads = { postId: 20, content, uploads: [] };
    expect(
      project(sample('ReplyEdited.v1', withoutUploads), { posts: [{ ...post, uploads }] })[0]?.document,
    ).not.toHaveProperty('uploads');
  });

  test('a reply document stores the time and actor of its deletion until it is restored', () => {
    const projectDeletion = (actorId: string) => project(sample('ReplyDeleted.v1', {}, { actorId, at: later }));
    expect(projectDeletion('103')).toEqual(buildChange({ ...post, deleted: true, deletion: { at: later, by: 103 } }));
    expect(projectDeletion('system')).toEqual(
      buildChange({ ...post, deleted: true, deletion: { at: later, by: null } }),
    );
    expect(project(sample('ReplyRestored.v1'), { posts: [deleted] })).toEqual(buildChange(post));
  });

  test('a reply document counts its visible replies', () => {
    const target = { ...post, id: 19, replyCount: 2 };
    const reply = { ...post, replyTo: 19 };
    const countAfter = (event: ProjectedEvent, own: object) =>
      project(event, { posts: [target, own] }).find(({ document }) => document.id === 19)?.document;
    expect(countAfter(sample('ReplyPosted.v1'), post)).toEqual({ ...target, replyCount: 3 });
    expect(countAfter(sample('ReplyDeleted.v1'), reply)).toEqual({ ...target, replyCount: 1 });
    expect(countAfter(sample('ReplyRestored.v1'), { ...reply, deleted: true })).toEqual({ ...target, replyCount: 3 });
    expect(countAfter(sample('ReplyDeleted.v1'), post)).toBeUndefined();
    expect(countAfter(sample('ReplyEdited.v1'), reply)).toBeUndefined();
  });

  test('a reply document counts its reactions', () => {
    const existing = { posts: [{ ...post, reactions: { like: 1, wow: 2 } }] };
    expect(project(sample('Reacted.v1', { emoji: 'like', before: 'wow' }), existing)).toEqual(
      buildChange({ ...post, reactions: { like: 2, wow: 1 } }),
    );
    expect(project(sample('Reacted.v1', { kind: 'thread', id: 20 }), existing)).toEqual([]);
    expect(project(sample('Reacted.v1', { id: 99 }), existing)).toEqual([]);
  });

  test.each(['ReplyEdited.v1', 'ReplyDeleted.v1', 'ReplyRestored.v1'] as const)(
    'ignores %s for a missing reply',
    (type) => {
      expect(project(sample(type), { posts: [] })).toEqual([]);
    },
  );

  test.each(eventTypes.filter((type) => !/^(Reply|Reacted)/.test(type)))('reply documents ignore %s', (type) => {
    expect(project({ ...sample(type), data: { ...sample(type).data, postId: 20 } } as ProjectedEvent)).toEqual([]);
  });
});
