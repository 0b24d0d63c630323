import type { DomainEvent, EventType } from '../events.js';

/**
 * One sample of every event ever written, in every version, as it lies in logs out there. Never change one; a new
 * version adds one. The newest versions are checked against the types by the compiler, all are lifted by a test.
 */
export const samples = {
  'LogCreated.v1': { log: '0a1b2c3d' },
  'UserRegistered.v1': { userId: 101 },
  'UserVerified.v1': { userId: 101 },
  'SessionsEnded.v1': { userId: 101, sessionId: null },
  'AccountChanged.v1': { userId: 101 },
  'UserErased.v1': { userId: 101, texts: true },
  'RoleGiven.v1': { userId: 101, roleId: 1, before: 2 },
  'MemberLeft.v1': { userId: 101, roleId: 2, texts: true },
  'SectionCreated.v1': {
    sectionId: 1,
    name: 'news',
    displayName: 'News',
    description: 'All of it',
    icon: 'news',
    allowThreadsDirect: true,
  },
  'SectionChanged.v1': {
    sectionId: 1,
    name: 'news',
    displayName: 'News',
    description: 'Most of it',
    icon: 'star',
    allowThreadsDirect: false,
  },
  'SectionDeleted.v1': { sectionId: 1 },
  'SubsectionCreated.v1': {
    subsectionId: 2,
    sectionId: 1,
    name: 'builds',
    displayName: 'Builds',
    description: '',
    icon: 'default',
  },
  'SubsectionChanged.v1': {
    subsectionId: 2,
    sectionId: 1,
    name: 'builds',
    displayName: 'Builds',
    description: 'Yours',
    icon: 'idea',
  },
  'SubsectionDeleted.v1': { subsectionId: 2 },
  'PermissionsSet.v1': {
    sectionId: 1,
    subsectionId: null,
    entries: [
      {
        roleId: 2,
        can_view: true,
        can_post: false,
        can_reply: true,
        can_delete_post: false,
        can_emoji_react: true,
      },
    ],
    before: [],
  },
  'ThreadCreated.v1': {
    threadId: 10,
    sectionId: 1,
    subsectionId: null,
    authorId: 101,
    title: '~101.dGl0bGU',
    content: '~101.dGV4dA',
    locked: false,
    sticky: false,
  },
  'ThreadEdited.v1': { threadId: 10, title: '~101.dGl0bGU', content: '~101.dGV4dDI' },
  'ThreadLocked.v1': { threadId: 10 },
  'ThreadUnlocked.v1': { threadId: 10 },
  'ThreadStuck.v1': { threadId: 10 },
  'ThreadUnstuck.v1': { threadId: 10 },
  'ThreadMoved.v1': {
    threadId: 10,
    sectionId: 1,
    subsectionId: 2,
    before: { sectionId: 1, subsectionId: null },
  },
  'ThreadDeleted.v1': { threadId: 10 },
  'ThreadRestored.v1': { threadId: 10 },
  'ReplyPosted.v1': { postId: 20, threadId: 10, authorId: 101, content: '~101.dGV4dA' },
  'ReplyEdited.v1': { postId: 20, content: '~101.dGV4dDI' },
  'ReplyDeleted.v1': { postId: 20 },
  'ReplyRestored.v1': { postId: 20 },
} as const satisfies { [T in EventType]: Readonly<DeepReadonly<Extract<DomainEvent, { type: T }>['data']>> };

type DeepReadonly<T> = { readonly [K in keyof T]: T[K] extends object ? DeepReadonly<T[K]> : T[K] };
