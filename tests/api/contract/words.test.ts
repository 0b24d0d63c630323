import { readFileSync } from 'node:fs';
import { refusals } from '@guildhall/domain/refusals.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SendOptions, testSite } from '../../support/site/site.js';

const site = testSite();
let sectionWithoutThreads = 0;
beforeAll(async () => {
  sectionWithoutThreads = await site.createSection({ allow_threads_direct: 0 });
  await site.createSubsection(sectionWithoutThreads);
});

interface MessageCase {
  words: string;
  status: number;
  field?: string;
  call: () => [method: string, path: string, body?: object, options?: SendOptions];
}
const buildAdmin = () => ({ as: site.admin });
const buildMember = () => ({ as: site.member });
const buildForm = (change: object) => ({
  username: site.createName(),
  email: `${site.createName()}@example.org`,
  password: 'a good password',
  confirm_password: 'a good password',
  ...change,
});
const buildThread = (change: object = {}) => ({
  section_id: site.section,
  title: 'A title',
  content: 'A text',
  ...change,
});
const readPicture = () => readFileSync(new URL('../../../docs/screenshots/home.png', import.meta.url));

/** Sections 5 and 8 of the specification require these messages. */
const expectedMessages: MessageCase[] = [
  {
    words: 'Passwords do not match!',
    status: 400,
    field: 'confirm_password',
    call: () => ['POST', '/register', buildForm({ confirm_password: 'another password' })],
  },
  { words: 'Role name is required!', status: 400, call: () => ['POST', '/admin/roles', { name: '  ' }, buildAdmin()] },
  { words: 'Role name is required!', status: 400, call: () => ['POST', '/admin/roles', {}, buildAdmin()] },
  {
    words: 'Cannot create a default role!',
    status: 400,
    call: () => ['POST', '/admin/roles', { name: 'Admin' }, buildAdmin()],
  },
  {
    words: 'Cannot create a default role!',
    status: 400,
    call: () => ['POST', '/admin/roles', { name: ' member ' }, buildAdmin()],
  },
  {
    words: 'Please enter a title and content!',
    status: 400,
    call: () => ['POST', '/forums/threads', buildThread({ title: ' ' }), buildMember()],
  },
  {
    words: 'Please enter a title and content!',
    status: 400,
    call: () => ['POST', '/forums/threads', buildThread({ content: '' }), buildMember()],
  },
  { words: 'You must be logged in!', status: 401, call: () => ['POST', '/forums/threads', buildThread()] },
  {
    words: 'Threads are not allowed directly in this section.',
    status: 403,
    call: () => ['POST', '/forums/threads', buildThread({ section_id: sectionWithoutThreads }), buildMember()],
  },
  {
    words: 'Type your reply!',
    status: 400,
    call: () => ['POST', '/forums/posts', { thread_id: 1, content: '\n' }, buildMember()],
  },
  { words: 'Login first!', status: 401, call: () => ['POST', '/forums/posts', { thread_id: 1, content: 'Hello' }] },
  { words: 'Login required!', status: 401, call: () => ['POST', '/profile/Robin/posts', { content: 'Hello' }] },
  { words: 'Login required!', status: 401, call: () => ['POST', '/profile/Robin/follow'] },
  {
    words: 'Type something!',
    status: 400,
    call: () => ['POST', '/profile/Robin/posts', { content: ' ' }, buildMember()],
  },
  {
    words: 'Type something!',
    status: 400,
    call: () => ['POST', '/profile/posts/1/replies', { content: '' }, buildMember()],
  },
  { words: 'Profile not found.', status: 404, call: () => ['GET', '/profile/NobodyAtAll'] },
  { words: 'Choose a logo first!', status: 400, call: () => ['POST', '/forums/logo', undefined, buildAdmin()] },
];

describe('specified messages', () => {
  test.each(expectedMessages)(
    'responds with status $status and the message: $words',
    async ({ words, status, field, call }) => {
      const response = await site.send(...call());
      expect([response.status, response.json]).toMatchObject([status, { error: words, ...(field && { field }) }]);
    },
  );

  test('returns the specified message after a success', async () => {
    const savedTheme = await site.send(
      'POST',
      '/forums/themes',
      { name: 'Ocean', css: '--color-bg: #001122;' },
      buildAdmin(),
    );
    expect(savedTheme.json).toMatchObject({ success: true, message: 'Theme saved!' });
    const reset = await site.send('POST', '/forums/themes/reset', {}, buildAdmin());
    expect(reset.json).toMatchObject({ success: true, message: 'Theme reset to default!' });
    const file = { field: 'logo', name: 'logo.png', type: 'image/png', bytes: readPicture() };
    const logo = await site.send('POST', '/forums/logo', undefined, { ...buildAdmin(), file });
    expect(logo.json).toMatchObject({ success: true, message: 'Logo updated!' });
  });

  test('rejects changes to the default roles with the specified message', async () => {
    for (const [method, path, body] of [
      ['DELETE', '/admin/roles/1'],
      ['DELETE', '/admin/roles/2'],
      ['POST', '/admin/roles/2/permissions', { permission: 'lock_topics' }],
      ['DELETE', '/admin/roles/1/permissions/ban_accounts'],
    ] as const) {
      const response = await site.send(method, path, body, buildAdmin());
      expect([response.status, response.json], `${method} ${path}`).toMatchObject([403, { code: 'role-fixed' }]);
    }
  });
});

test('every refusal has its own message, which ends with punctuation', () => {
  const words = Object.values(refusals).map(([, text]) => text);
  expect(words.filter((text, i) => words.indexOf(text) !== i)).toEqual([]);
  expect(words.every((text) => /[.!?;]$/.test(text))).toBe(true);
});
