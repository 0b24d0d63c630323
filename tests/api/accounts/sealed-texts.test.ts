import { adminRole } from '@guildhall/domain/roles.js';
import { parseAuthor } from '@guildhall/server/vault/sealing.js';
import { expect, test } from 'vitest';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();

const callAs = (as: SiteMember, method: string, path: string, body?: unknown) =>
  site.perform(method, path, body, { as });
const createOwnThread = () => site.createThread(site.member);
const createOwnReply = async () => site.createReply(await createOwnThread(), site.member);
const createWallPost = async () => (await callAs(site.other, 'POST', '/profile/Steve/posts', { content: 'Hi' })).id;
const fileReport = async (id: number) => {
  const subject = { kind: 'post', id };
  return (await callAs(site.other, 'POST', '/reports', { kind: 'post', subject, username: '', text: 'Rude' })).id;
};
const createReport = async () => fileReport(await createOwnReply());
const edited = { title: 'Edited title', content: 'Edited' };

/** Returns entries of the form `type field: name`. */
async function listSealedTexts(action: () => Promise<unknown>): Promise<string[]> {
  const headBefore = await site.readHead();
  await action();
  const names = new Map([site.admin, site.member, site.other].map(({ id, name }) => [id, name]));
  const events = await site.services.log.readAll(headBefore, 100);
  return events.flatMap(({ type, data, metadata }) =>
    Object.entries({ ...(data as object), ...metadata })
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].startsWith('~'))
      .map(([field, sealed]) => `${type.replace(/\.v\d+$/, '')} ${field}: ${names.get(parseAuthor(sealed))}`),
  );
}

/** `first` runs before the action. Alex is an Admin, Steve the author, and Robin another member. */
test.each<[action: string, first: () => Promise<number>, act: (id: number) => Promise<unknown>, sealed: string[]]>([
  ['a reply', createOwnThread, (id) => site.createReply(id, site.member), ['ReplyPosted content: Steve']],
  [
    'an edit of a reply by staff',
    createOwnReply,
    (id) => callAs(site.admin, 'PUT', `/forums/posts/${id}`, { content: 'Edited' }),
    ['ReplyEdited content: Steve'],
  ],
  [
    'the reason for deleting a reply',
    createOwnReply,
    (id) => callAs(site.admin, 'DELETE', `/forums/posts/${id}`, { reason: 'Rude' }),
    ['ReplyDeleted reason: Steve'],
  ],
  ['a thread', async () => 0, createOwnThread, ['ThreadCreated title: Steve', 'ThreadCreated content: Steve']],
  [
    'an edit of a thread by staff',
    createOwnThread,
    (id) => callAs(site.admin, 'PUT', `/forums/threads/${id}`, edited),
    ['ThreadEdited title: Steve', 'ThreadEdited content: Steve'],
  ],
  [
    'the reason for deleting a thread',
    createOwnThread,
    (id) => callAs(site.admin, 'DELETE', `/forums/threads/${id}`, { reason: 'Rude' }),
    ['ThreadDeleted reason: Steve'],
  ],
  [
    'the reason for an action on several threads',
    createOwnThread,
    (id) => callAs(site.admin, 'POST', '/forums/threads/bulk', { action: 'delete', ids: [id], reason: 'Rude' }),
    ['ThreadDeleted reason: Steve'],
  ],
  [
    'the reason for moving a thread',
    createOwnThread,
    async (id) => {
      const to = { section_id: await site.createSection(), reason: 'Elsewhere' };
      await callAs(site.admin, 'POST', `/forums/threads/${id}/move`, to);
    },
    ['ThreadMoved reason: Steve'],
  ],
  ['a post on a wall', async () => 0, createWallPost, ['WallPosted content: Robin']],
  [
    'a reply on a wall',
    createWallPost,
    (id) => callAs(site.member, 'POST', `/profile/posts/${id}/replies`, { content: 'Hi' }),
    ['WallPosted content: Steve'],
  ],
  [
    'the reason for deleting a post on a wall',
    createWallPost,
    (id) => callAs(site.admin, 'DELETE', `/profile/posts/${id}`, { reason: 'Rude' }),
    ['WallPostDeleted reason: Robin'],
  ],
  ['a report', createOwnReply, fileReport, ['ReportFiled text: Robin']],
  [
    'a note on a report',
    createReport,
    (id) => callAs(site.admin, 'POST', `/admin/reports/${id}/note`, { note: 'Look' }),
    ['ReportNoted note: Alex'],
  ],
  [
    'the response to a report',
    createReport,
    (id) => callAs(site.admin, 'POST', `/admin/reports/${id}/resolve`, { answer: 'Done', reason: 'Rude' }),
    ['ReportResolved answer: Robin', 'ReportResolved reason: Robin'],
  ],
  [
    'the reason for a ban',
    async () => site.other.id,
    (id) => callAs(site.admin, 'POST', `/admin/ban/${id}`, { reason: 'Spam' }),
    ['MemberBanned reason: Robin'],
  ],
  [
    'the reason for ending bans of several members',
    async () => {
      await callAs(site.admin, 'POST', `/admin/ban/${site.other.id}`, {});
      return site.other.id;
    },
    (id) => callAs(site.admin, 'POST', '/admin/users/bulk', { action: 'unban', ids: [id], reason: 'Sorry' }),
    ['MemberUnbanned reason: Robin'],
  ],
  [
    'the reason for assigning a role',
    async () => site.member.id,
    (id) => callAs(site.admin, 'POST', `/admin/role/${id}`, { role: adminRole.id, reason: 'Trusted' }),
    ['RoleGiven reason: Steve'],
  ],
])('seals %s with the key of its author or of the member concerned', async (_, prepare, act, sealed) => {
  const id = await prepare();
  expect(await listSealedTexts(() => act(id))).toEqual(sealed);
});
