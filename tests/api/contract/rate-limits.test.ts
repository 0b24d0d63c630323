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

type Whom = (sender: Sender) => string;
const member: Whom = ({ id }) => String(id);
const address: Whom = () => '127.0.0.1';
const login: Whom = ({ carried }) => String(carried.body?.email_or_username).toLowerCase();
const loginFromAddress: Whom = (sender) => `${address(sender)} ${login(sender)}`;
const registering: Whom = ({ cookie }) => /=(\d+)\./.exec(cookie)?.[1] ?? '';
const bannedUser: Whom = ({ carried }) => String(carried.body?.token).split('.', 1)[0] ?? '';
const textBy =
  (kind: string): Whom =>
  ({ id, carried }) =>
    `${kind} ${carried.id} ${id}`;

const limitedCalls: readonly (readonly [name: string, kind: LimitKind, whom: Whom])[] = [
  ['post /register', 'register', address],
  ['post /login', 'login', loginFromAddress],
  ['post /login', 'login-address', address],
  ['post /login', 'login-name', login],
  ['post /resend-verification', 'login', loginFromAddress],
  ['post /resend-verification', 'login-address', address],
  ['post /resend-verification', 'login-name', login],
  ['post /registration/resend', 'resend-verification', registering],
  ['put /registration/email', 'resend-verification', registering],
  ['put /registration/email', 'register', address],
  ['post /password/forgot', 'forgot-address', address],
  ['post /password/forgot', 'forgot', login],
  ['post /password/reset', 'reset', address],
  ['post /password/change', 'password', member],
  ['post /two-step/setup', 'password', member],
  ['post /two-step/enable', 'code', member],
  ['post /two-step/disable', 'password', member],
  ['post /two-step/disable', 'code', member],
  ['post /two-step/recovery-codes', 'password', member],
  ['post /two-step/recovery-codes', 'code', member],
  ['delete /account', 'password', member],
  ['delete /account', 'code', member],
  ['put /account/username', 'password', member],
  ['put /account/username', 'change-account', member],
  ['put /account/email', 'password', member],
  ['put /account/email', 'change-account', member],
  ['post /account/email/confirm', 'change-account', member],
  ['get /account/export', 'export', member],
  ['get /verify', 'link', address],
  ['get /confirm-address', 'link', address],
  ['get /setup', 'link', address],
  ['post /logout', 'session', member],
  ['delete /sessions', 'session', member],
  ['delete /sessions/:id', 'session', member],
  ['put /account/profile', 'change-account', member],
  ['post /account/avatar', 'upload', member],
  ['post /account/avatar', 'write', member],
  ['delete /account/avatar', 'write', member],
  ['post /uploads', 'text-picture', member],
  ['post /uploads', 'write', member],
  ['delete /uploads/:id', 'write', member],

  ['post /forums/threads', 'write', member],
  ['put /forums/threads/:id', 'write', member],
  ['put /forums/threads/:id', 'change-text', textBy('thread')],
  ['delete /forums/threads/:id', 'change-text', textBy('thread')],
  ['put /forums/threads/:id/solution', 'write', member],
  ['put /forums/threads/:id/solution', 'change-text', textBy('thread')],
  ['post /forums/threads/:id/restore', 'change-text', textBy('thread')],
  ['post /forums/threads/:id/move', 'change-text', textBy('thread')],
  ['post /forums/threads/bulk', 'bulk', member],
  ['post /forums/posts', 'write', member],
  ['put /forums/posts/:id', 'write', member],
  ['put /forums/posts/:id', 'change-text', textBy('post')],
  ['delete /forums/posts/:id', 'change-text', textBy('post')],
  ['post /forums/posts/:id/restore', 'change-text', textBy('post')],
  ['post /forums/preview', 'preview', member],
  ['get /search', 'search', member],
  ['get /presence', 'presence', member],
  ['put /forums/reactions', 'write', member],
  ['put /forums/watches', 'write', member],
  ['put /bookmarks/:kind/:id', 'write', member],
  ['delete /bookmarks/:kind/:id', 'write', member],
  ['post /account/game-code', 'session', member],
  ['delete /account/game-accounts/:id', 'write', member],
  ['put /forums/threads/:id/read', 'read', member],
  ['put /forums/read', 'read', member],
  ['put /notifications/read', 'read', member],
  ['put /notifications/choices', 'write', member],
  ['put /notifications/settings', 'write', member],
  ['post /notifications/devices', 'session', member],
  ['delete /notifications/devices/:id', 'session', member],

  ['post /profile/:username/mute', 'write', member],
  ['post /profile/:username/unmute', 'write', member],
  ['post /profile/:username/ignore', 'write', member],
  ['post /profile/:username/unignore', 'write', member],
  ['post /profile/:username/follow', 'write', member],
  ['post /profile/:username/unfollow', 'write', member],
  ['post /profile/:username/posts', 'write', member],
  ['post /profile/posts/:id/replies', 'write', member],
  ['delete /profile/posts/:id', 'change-text', textBy('wall')],
  ['post /profile/posts/:id/restore', 'change-text', textBy('wall')],

  ['post /reports', 'write', member],
  ['post /reports/appeal', 'write', bannedUser],
  ['post /admin/users/bulk', 'bulk', member],
  ['post /admin/audit/undo', 'undo', member],
  ['post /admin/audit/:act/undo', 'undo', member],
  ['post /admin/test-mail', 'test-mail', member],
  ['post /forums/logo', 'upload', member],
  ['post /forums/logo', 'write', member],
  ['post /forums/logo/light', 'upload', member],
  ['post /forums/logo/light', 'write', member],
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
const all = [...limitedCalls, ...staffCalls.map((name) => [name, 'staff', member] as const)];

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
const writes = ({ method, response }: Operation) => method !== 'get' || response === 'redirect';
const withoutLimit = (some: readonly Operation[]) => some.filter((it) => writes(it) && !it.limits?.length);

test('every call that writes declares a rate limit, and the check detects a missing one', () => {
  expect(withoutLimit(operations).map(getName)).toEqual([]);
  const [write, link] = ['post /forums/posts', 'get /verify'].map((name) =>
    operations.find((it) => getName(it) === name),
  );
  const plantedOperations = [write, link].map((it) => ({ ...it, limits: [] }) as unknown as Operation);
  expect(withoutLimit(plantedOperations)).toHaveLength(2);
});

test('every declared rate limit is tested', () => {
  const declaredLimits = operations.flatMap((it) => (it.limits ?? []).map(({ kind }) => `${getName(it)} ${kind}`));
  expect([...all.map(([name, kind]) => `${name} ${kind}`), ...testedElsewhere].sort()).toEqual(declaredLimits.sort());
});

describe('exceeding a rate limit', () => {
  test.each(all)('rejects %s over its limit and writes nothing (limit %s)', async (name, kind, whom) => {
    const [method = '', path = ''] = name.split(' ');
    const sender = await createSender(name);
    const { body, file } = sender.carried;
    Object.assign(site.services.limits, createLimits(true));
    while (await isLeft(kind, whom(sender)));
    const before = await site.readHead();
    const response = await site.send(method.toUpperCase(), buildPath(path, sender.carried), body, { as: sender, file });
    expect(response.status, response.text).toBe(429);
    const code = kind === 'login-name' ? 'name-locked' : 'too-many';
    expect(response.json).toEqual({ error: refusals[code][1], code });
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(await site.readHead()).toBe(before);
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
