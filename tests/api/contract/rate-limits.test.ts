import { refusals } from '@guildhall/domain/refusals.js';
import { createOperations } from '@guildhall/server/app.js';
import type { Operation } from '@guildhall/server/http/operation.js';
import { createLimits, rateLimits, RateLimitExceeded, type LimitKind } from '@guildhall/server/request/rate-limits.js';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findValidCall } from '../../support/calls/valid-calls.js';
import { buildPath, type CallInput } from '../../support/calls/valid-calls/valid-call.js';
import { testSite } from '../../support/site/site.js';

interface Sender {
  id: number;
  cookie: string;
  carried: CallInput;
}

type GetLimitKey = (sender: Sender) => string;
const getMemberId: GetLimitKey = ({ id }) => String(id);
const getAddress: GetLimitKey = () => '127.0.0.1';
const getLogin: GetLimitKey = ({ carried }) => String(carried.body?.email_or_username).toLowerCase();
const getLoginFromAddress: GetLimitKey = (sender) => `${getAddress(sender)} ${getLogin(sender)}`;
const getPendingId: GetLimitKey = ({ cookie }) => /=(\d+)\./.exec(cookie)?.[1] ?? '';
const getBannedUser: GetLimitKey = ({ carried }) => String(carried.body?.token).split('.', 1)[0] ?? '';
const getTextBy =
  (kind: string): GetLimitKey =>
  ({ id, carried }) =>
    `${kind} ${carried.id} ${id}`;

const limitedCalls: readonly (readonly [name: string, kind: LimitKind, whom: GetLimitKey])[] = [
  ['post /register', 'register', getAddress],
  ['post /login', 'login', getLoginFromAddress],
  ['post /login', 'login-address', getAddress],
  ['post /login', 'login-name', getLogin],
  ['post /resend-verification', 'login', getLoginFromAddress],
  ['post /resend-verification', 'login-address', getAddress],
  ['post /resend-verification', 'login-name', getLogin],
  ['post /registration/resend', 'resend-verification', getPendingId],
  ['put /registration/email', 'resend-verification', getPendingId],
  ['put /registration/email', 'register', getAddress],
  ['post /password/forgot', 'forgot-address', getAddress],
  ['post /password/forgot', 'forgot', getLogin],
  ['post /password/reset', 'reset', getAddress],
  ['post /password/change', 'password', getMemberId],
  ['post /two-step/setup', 'password', getMemberId],
  ['post /two-step/enable', 'code', getMemberId],
  ['post /two-step/disable', 'password', getMemberId],
  ['post /two-step/disable', 'code', getMemberId],
  ['post /two-step/recovery-codes', 'password', getMemberId],
  ['post /two-step/recovery-codes', 'code', getMemberId],
  ['delete /account', 'password', getMemberId],
  ['delete /account', 'code', getMemberId],
  ['put /account/username', 'password', getMemberId],
  ['put /account/username', 'change-account', getMemberId],
  ['put /account/email', 'password', getMemberId],
  ['put /account/email', 'change-account', getMemberId],
  ['post /account/email/confirm', 'change-account', getMemberId],
  ['get /account/export', 'export', getMemberId],
  ['get /verify', 'link', getAddress],
  ['get /confirm-address', 'link', getAddress],
  ['get /setup', 'link', getAddress],
  ['post /logout', 'session', getMemberId],
  ['delete /sessions', 'session', getMemberId],
  ['delete /sessions/:id', 'session', getMemberId],
  ['put /account/profile', 'change-account', getMemberId],
  ['post /account/avatar', 'upload', getMemberId],
  ['post /account/avatar', 'write', getMemberId],
  ['delete /account/avatar', 'write', getMemberId],
  ['post /uploads', 'text-picture', getMemberId],
  ['post /uploads', 'write', getMemberId],
  ['delete /uploads/:id', 'write', getMemberId],

  ['post /forums/threads', 'write', getMemberId],
  ['put /forums/threads/:id', 'write', getMemberId],
  ['put /forums/threads/:id', 'change-text', getTextBy('thread')],
  ['delete /forums/threads/:id', 'change-text', getTextBy('thread')],
  ['put /forums/threads/:id/solution', 'write', getMemberId],
  ['put /forums/threads/:id/solution', 'change-text', getTextBy('thread')],
  ['post /forums/threads/:id/restore', 'change-text', getTextBy('thread')],
  ['post /forums/threads/:id/move', 'change-text', getTextBy('thread')],
  ['post /forums/threads/bulk', 'bulk', getMemberId],
  ['post /forums/posts', 'write', getMemberId],
  ['put /forums/posts/:id', 'write', getMemberId],
  ['put /forums/posts/:id', 'change-text', getTextBy('post')],
  ['delete /forums/posts/:id', 'change-text', getTextBy('post')],
  ['post /forums/posts/:id/restore', 'change-text', getTextBy('post')],
  ['post /forums/preview', 'preview', getMemberId],
  ['get /search', 'search', getMemberId],
  ['get /presence', 'presence', getMemberId],
  ['put /forums/reactions', 'write', getMemberId],
  ['put /forums/watches', 'write', getMemberId],
  ['put /bookmarks/:kind/:id', 'write', getMemberId],
  ['delete /bookmarks/:kind/:id', 'write', getMemberId],
  ['post /account/game-code', 'session', getMemberId],
  ['delete /account/game-accounts/:id', 'write', getMemberId],
  ['put /forums/threads/:id/read', 'read', getMemberId],
  ['put /forums/read', 'read', getMemberId],
  ['put /notifications/read', 'read', getMemberId],
  ['put /notifications/choices', 'write', getMemberId],
  ['put /notifications/settings', 'write', getMemberId],
  ['post /notifications/devices', 'session', getMemberId],
  ['delete /notifications/devices/:id', 'session', getMemberId],

  ['post /profile/:username/mute', 'write', getMemberId],
  ['post /profile/:username/unmute', 'write', getMemberId],
  ['post /profile/:username/ignore', 'write', getMemberId],
  ['post /profile/:username/unignore', 'write', getMemberId],
  ['post /profile/:username/follow', 'write', getMemberId],
  ['post /profile/:username/unfollow', 'write', getMemberId],
  ['post /profile/:username/posts', 'write', getMemberId],
  ['post /profile/posts/:id/replies', 'write', getMemberId],
  ['delete /profile/posts/:id', 'change-text', getTextBy('wall')],
  ['post /profile/posts/:id/restore', 'change-text', getTextBy('wall')],

  ['post /reports', 'write', getMemberId],
  ['post /reports/appeal', 'write', getBannedUser],
  ['post /admin/users/bulk', 'bulk', getMemberId],
  ['post /admin/audit/undo', 'undo', getMemberId],
  ['post /admin/audit/:act/undo', 'undo', getMemberId],
  ['post /admin/test-mail', 'test-mail', getMemberId],
  ['post /forums/logo', 'upload', getMemberId],
  ['post /forums/logo', 'write', getMemberId],
  ['post /forums/logo/light', 'upload', getMemberId],
  ['post /forums/logo/light', 'write', getMemberId],
];

const staffCalls = [
  'post /forums/sections',
  'put /forums/sections/:id',
  'delete /forums/sections/:id',
  'post /forums/sections/:id/restore',
  'put /forums/sections/order',
  'put /forums/sections/:id/prefixes',
  'post /forums/subsections',
  'put /forums/subsections/:id',
  'delete /forums/subsections/:id',
  'post /forums/subsections/:id/restore',
  'put /forums/subsections/order',
  'post /forums/permissions',
  'put /forums/permissions',
  'delete /forums/permissions/:id',
  'post /admin/ban/:id',
  'post /admin/unban/:id',
  'post /admin/delete/:id',
  'post /admin/role/:id',
  'delete /admin/uploads/:id',
  'post /admin/keys',
  'delete /admin/keys/:id',
  'delete /admin/game-accounts/:id',
  'post /admin/game-accounts/:id/ban',
  'post /admin/game-accounts/:id/unban',
  'post /admin/game-servers',
  'put /admin/game-servers/:id',
  'delete /admin/game-servers/:id',
  'post /admin/roles',
  'put /admin/roles/:id',
  'delete /admin/roles/:id',
  'post /admin/roles/:id/permissions',
  'delete /admin/roles/:id/permissions/:permission',
  'post /admin/mails/:id/retry',
  'post /admin/email-pauses/:id/resume',
  'post /admin/projections/rebuild',
  'post /admin/projections/verify',
  'post /admin/reports/:id/take',
  'post /admin/reports/:id/resolve',
  'post /admin/reports/:id/reopen',
  'post /admin/reports/:id/note',
  'put /admin/settings',
  'delete /forums/logo',
  'delete /forums/logo/light',
  'post /forums/themes',
  'post /forums/themes/publish',
  'post /forums/themes/reset',
  'post /forums/themes/history/:revision/restore',
  'delete /forums/themes/:name',
];
const all = [...limitedCalls, ...staffCalls.map((name) => [name, 'staff', getMemberId] as const)];

/** Valid calls never reach the code that applies these limits. */
const testedElsewhere = [
  'post /login code',
  'post /resend-verification resend-verification',
  'post /account/game-accounts game-code',
  'post /game/links game-code',
  'post /game/links new-player',
  'post /game/codes new-player',
  'post /game/ledger/ack game',
  'post /game/ledger/ack game-reset',
  'post /game/reports game',
  'post /game/reports game-change',
];

const site = testSite();
let operations: Operation[] = [];
const getName = ({ method, path }: Operation) => `${method} ${path}`;
beforeAll(async () => {
  operations = createOperations(site.services);
});
afterEach(() => void Object.assign(site.services.limits, createLimits(false)));

/** Email links are GET requests that change data and then redirect the browser. */
const isWrite = ({ method, response }: Operation) => method !== 'get' || response === 'redirect';
const withoutLimit = (some: readonly Operation[]) =>
  some.filter((operation) => isWrite(operation) && !operation.limits?.length);

test('every call that writes declares a rate limit, and the check detects a missing one', () => {
  expect(withoutLimit(operations).map(getName)).toEqual([]);
  const [write, link] = ['post /forums/posts', 'get /verify'].map((name) =>
    operations.find((operation) => getName(operation) === name),
  );
  const plantedOperations = [write, link].map((operation) => ({ ...operation, limits: [] }) as unknown as Operation);
  expect(withoutLimit(plantedOperations)).toHaveLength(2);
});

test('every declared rate limit is tested', () => {
  const declaredLimits = operations.flatMap((operation) =>
    (operation.limits ?? []).map(({ kind }) => `${getName(operation)} ${kind}`),
  );
  expect([...all.map(([name, kind]) => `${name} ${kind}`), ...testedElsewhere].sort()).toEqual(declaredLimits.sort());
});

describe('exceeding a rate limit', () => {
  test.each(all)('rejects %s over its limit and writes nothing (limit %s)', async (name, kind, whom) => {
    const [method = '', path = ''] = name.split(' ');
    const sender = await createSender(name);
    const { body, file } = sender.carried;
    Object.assign(site.services.limits, createLimits(true));
    while (await isLeft(kind, whom(sender)));
    const headBefore = await site.readHead();
    const response = await site.send(method.toUpperCase(), buildPath(path, sender.carried), body, { as: sender, file });
    expect(response.status, response.text).toBe(429);
    const code = kind === 'login-name' ? 'name-locked' : 'too-many';
    expect(response.json).toEqual({ error: refusals[code][1], code });
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(await site.readHead()).toBe(headBefore);
  });
});

test('calls rejected for a missing permission count towards the rate limit', async () => {
  const path = `/forums/threads/${await site.createThread(site.admin)}/restore`;
  Object.assign(site.services.limits, createLimits(true));
  const statuses = new Set<number>();
  for (let n = 0; n <= rateLimits['change-text'].points; n++) {
    statuses.add((await site.send('POST', path, {}, { as: site.member })).status);
  }
  expect([...statuses]).toEqual([403, 429]);
});

/** Returns the Admin, or the member who was created for the call. */
async function createSender(name: string): Promise<Sender> {
  const input = await findValidCall(name)(site, site.admin);
  const cookie = input.cookie ?? site.admin.cookie;
  return { id: site.services.sessions.readClaims(cookie)?.userId ?? 0, cookie, carried: input };
}

function isLeft(kind: LimitKind, who: string): Promise<boolean> {
  return site.services.limits.take(kind, who).then(
    () => true,
    (error: unknown) => {
      if (error instanceof RateLimitExceeded) return false;
      throw error;
    },
  );
}
