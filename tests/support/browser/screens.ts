import { limits } from '@guildhall/domain/limits.js';
import { prefixColors } from '@guildhall/domain/structure/events.js';
import { formatPicture } from '@guildhall/domain/uploads.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { startServerProcess, createTemporaryFolder } from '../processes/server-process.js';
import { createThread, registerPerson, reply, findSectionId, type Person } from '../site/member.js';
import { uploadTestPicture } from '../site/uploaded-picture.js';
import { buildLoggedInOptions, openBrowser, visit, type Visit } from './browser.js';

export const visitors = ['guest', 'member', 'admin'] as const;
export type Visitor = (typeof visitors)[number];

/** `missing` lists the visitors who get a not-found response. */
export interface Screen {
  name: string;
  path: string;
  shows: Record<Visitor, string>;
  missing?: readonly Visitor[];
}

const notFound = 'Oops, page not found!';
const login = 'Email or username';
const longWord = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft';
const wideText = `A [link](https://example.org/${'a'.repeat(90)}), \`${'code'.repeat(40)}\` and ${longWord}

| one | two | three | four | five |
|---|---|---|---|---|
| ${'cell'.repeat(8)} | ${'cell'.repeat(8)} | ${'cell'.repeat(8)} | ${'cell'.repeat(8)} | end |

\`\`\`
${'a line of code that goes on '.repeat(12)}
\`\`\``;

export interface SiteOfScreens {
  url: string;
  browser: Browser;
  visits: Record<Visitor, Visit>;
  screens: Screen[];
  close: () => Promise<void>;
}

export async function startSiteOfScreens(device: BrowserContextOptions = {}): Promise<SiteOfScreens> {
  const folder = createTemporaryFolder();
  const server = await startServerProcess({ dataDir: folder });
  const mila = await registerPerson(server, 'Mila');
  const bram = await registerPerson(server, 'Bram');
  await mila.perform('PUT', '/admin/settings', { set_up: true });
  const filledSite = await fillWide(mila);
  const browser = await openBrowser();
  const visits = {
    guest: await visit(browser, server.url, device),
    member: await visit(browser, server.url, { ...device, ...buildLoggedInOptions(bram) }),
    admin: await visit(browser, server.url, {
      ...device,
      ...buildLoggedInOptions(mila, buildDrafts(mila, filledSite)),
    }),
  };
  const close = async () => {
    await browser.close();
    await server.stop();
  };
  return { url: server.url, browser, visits, screens: listScreens(filledSite, bram.me?.id ?? 0), close };
}

interface FilledForum {
  threadId: number;
  replyId: number;
  solvedId: number;
  gameServerId: number;
}

/** Returns drafts that only the drafts page shows: an edit, and a post on the member's own wall. */
function buildDrafts({ me }: Person, { threadId, replyId }: FilledForum): Record<string, string> {
  const names = [`edit.${threadId}.${replyId}`, `wall.${me?.id}`];
  return Object.fromEntries(
    names.map((name) => [`guildhall.draft.${me?.id}.${name}`, JSON.stringify({ id: name, text: wideText })]),
  );
}

/** Uses the longest words and widest content that members may write. */
export async function fillWide(admin: Person): Promise<FilledForum> {
  const community = await findSectionId(admin, 'community');
  const builds = {
    section_id: community,
    name: 'builds',
    display_name: longWord.slice(0, 40),
    description: longWord,
  };
  await admin.perform('POST', '/forums/subsections', builds);
  const title = `A long title: ${longWord}`;
  const threadId = await createThread(admin, title, wideText);
  const prefix_id = await offerPrefixes(admin, community);
  await admin.perform('PUT', `/forums/threads/${threadId}`, { title, content: wideText, prefix_id });
  const replyId = await reply(admin, threadId, wideText);
  const remind_at = '2100-01-01T12:00:00.000Z';
  await admin.perform('PUT', `/bookmarks/post/${replyId}`, { note: `To be read again: ${longWord}`, remind_at });
  await admin.perform('PUT', '/forums/watches', { kind: 'section', id: community, level: 'watching' });
  const picture = formatPicture({ id: await uploadTestPicture(admin, 1_200, 800), alt: longWord });
  await uploadTestPicture(admin, 300, 900);
  await reply(admin, threadId, `> A quote\n\nand *what* it is about\n\n${picture}`);
  const { id } = await admin.perform('POST', '/profile/Mila/posts', { content: wideText });
  await admin.perform('POST', `/profile/posts/${Number(id)}/replies`, { content: wideText });
  await admin.perform('POST', '/reports', { kind: 'bug', text: wideText });
  await admin.perform('POST', '/reports', { kind: 'post', subject: { kind: 'post', id: replyId }, text: longWord });
  const server = { name: 'Survival', address: `${longWord.slice(0, 60)}.example.org` };
  const gameServerId = (await admin.perform('POST', '/admin/game-servers', server)).id;
  await admin.perform('POST', '/admin/keys', {
    name: longWord.slice(0, 40),
    role_id: 2,
    scopes: ['read', 'write:site'],
  });
  return { threadId, replyId, gameServerId: Number(gameServerId), solvedId: await createSolvedThread(admin) };
}

async function createSolvedThread(admin: Person): Promise<number> {
  const section = await admin.perform('POST', '/forums/sections', { name: 'help', display_name: 'Help', questions: 1 });
  const fields = { section_id: section.id, title: `Solved: ${longWord}`, content: wideText };
  const threadId = Number((await admin.perform('POST', '/forums/threads', fields)).id);
  const post_id = await reply(admin, threadId, wideText);
  await admin.perform('PUT', `/forums/threads/${threadId}/solution`, { post_id });
  return threadId;
}

/** Adds a prefix of the maximum length in each colour. @returns one prefix's id */
async function offerPrefixes(admin: Person, section: number): Promise<number | undefined> {
  const prefixes = prefixColors.map((color) => ({ label: (color + longWord).slice(0, limits.prefixLabel.max), color }));
  await admin.perform('PUT', `/forums/sections/${section}/prefixes`, { prefixes });
  const { body } = await admin.call('GET', '/forums/sections');
  return (body as SectionRow[]).find(({ id }) => id === section)?.prefixes[0]?.id;
}

/** Returns every page of the site and the text that each of three visitors must see there. */
export function listScreens({ threadId, solvedId, gameServerId }: FilledForum, memberId: number): Screen[] {
  return [
    { name: 'home', path: '/', shows: { guest: 'Recent posts', member: "What's new", admin: "What's new" } },
    all('forums', '/forums', 'All discussions.'),
    all('latest', '/latest', 'A long title'),
    createMemberScreen('new thread anywhere', '/new-thread', 'Where'),
    all('section', '/forums/Community', 'A long title'),
    all('sorted section', '/forums/Community?sort=replies&author=Mila', 'A long title'),
    all('section without matches', '/forums/Community?sort=unanswered&author=Bram', 'No threads without replies'),
    all('subsection', '/forums/community/builds', 'No threads yet.'),
    all('new thread', '/forums/community/new', 'Create thread'),
    all('new thread in a subsection', '/forums/community/builds/new', 'Create thread'),
    all('thread', `/forums/thread/${threadId}`, 'A quote'),
    all('solved thread', `/forums/thread/${solvedId}`, 'Go to the reply'),
    { name: 'login', path: '/auth', shows: { guest: login, member: 'Bram', admin: 'Mila' } },
    all('verified', '/verify?success=true', 'Email Verified!'),
    all('not verified', '/verify', 'Verification Failed'),
    all('forgotten password', '/forgot-password', 'we will email you a link'),
    all('new password', '/reset-password?user=1&token=none', 'New password'),
    all('appeal', '/appeal', 'appeal'),
    all('members', '/members', 'Post(s)'),
    all('members that nobody finds', '/members?search=zzz', 'No members found.'),
    all('staff', '/staff', 'Staff Members'),
    all('profile', '/profile/mila', 'Member since'),
    all('activity', '/profile/Mila?show=activity', 'Started a thread'),
    { ...all('nobody’s profile', '/profile/Nobody', 'Profile not found.'), missing: visitors },
    all('search', '/search', 'Search for words'),
    all('search with hits', '/search?q=title&author=mila', '1 result'),
    all('search for a prefix', `/search?q=prefix:grey${longWord.slice(0, limits.prefixLabel.max - 4)}`, '3 results'),
    all('search without hits', '/search?q=zzzz', 'No results.'),
    all('rules', '/rules', 'Server Rules'),
    all('store', '/store', 'Store'),
    all('statistics', '/stats/global', 'Global'),
    all('statistics of a mode', '/stats/battleroyale', 'Battle Royale'),
    all('report a player', '/report-a-player', 'Report a player'),
    all('report a bug', '/report-a-bug', 'Report a bug'),
    createMemberScreen('settings', '/settings', 'Settings'),
    createMemberScreen('own profile', '/settings/profile', 'Add a link'),
    createMemberScreen('password', '/settings/password', 'Current password'),
    createMemberScreen('security', '/settings/security', 'Two-step'),
    createMemberScreen('sessions', '/settings/sessions', 'Sessions'),
    createMemberScreen('game accounts', '/settings/games', 'Get a code'),
    createMemberScreen('appearance', '/settings/appearance', 'High contrast'),
    createMemberScreen('own data', '/settings/data', 'Delete'),
    createMemberScreen('notification settings', '/settings/notifications', 'Notify me about'),
    createMemberScreen('notifications', '/notifications', 'Notifications'),
    createMemberScreen('bookmarks', '/yours', 'You have no bookmarks yet', 'To be read again'),
    createMemberScreen(
      'drafts',
      '/yours/drafts',
      'You have no drafts on this device',
      'Drafts are stored only on this device',
    ),
    createMemberScreen('watched', '/yours/watched', 'You are not watching anything yet', 'Stop watching'),
    createMemberScreen('own pictures', '/yours/pictures', 'You have not uploaded any pictures', 'A long title'),
    createMemberScreen('own posts', '/yours/posts', 'You have not written anything yet', 'A long title'),
    createAdminScreen('dashboard', '/admin/dashboard', 'Dashboard'),
    createAdminScreen('users', '/admin/user-management', 'Bram'),
    createAdminScreen('user', `/admin/users/${memberId}`, 'Bram'),
    createAdminScreen('ban', `/admin/ban/${memberId}`, 'Bram'),
    createAdminScreen('delete', `/admin/delete/${memberId}`, 'Bram'),
    createAdminScreen('role', `/admin/role/${memberId}`, 'Bram'),
    createAdminScreen('players', '/admin/players', 'Players'),
    createAdminScreen('roles', '/admin/role-editor', 'Role editor'),
    createAdminScreen('theme', '/admin/theme-editor', 'Theme editor'),
    createAdminScreen('structure', '/admin/forums-manager', 'Forums manager'),
    createAdminScreen('audit', '/admin/audit', 'Audit'),
    createAdminScreen(
      'state at a moment',
      '/admin/audit?at=2100-01-01T00:00:00Z&of=permissions',
      'No section had its own permissions',
    ),
    createAdminScreen('reports', '/admin/reports?status=any', longWord),
    createAdminScreen('projections', '/admin/projections', 'Data & health'),
    createAdminScreen('game servers', '/admin/game-servers', 'Survival'),
    createAdminScreen('game server', `/admin/game-servers/${gameServerId}`, 'Has never connected'),
    createAdminScreen('keys', '/admin/keys', 'Program'),
    createAdminScreen('uploaded pictures', '/admin/uploads', 'Newest pictures'),
    createAdminScreen('mail', '/admin/mails', 'Email'),
    createAdminScreen('site settings', '/admin/settings', 'Site settings'),
    createAdminScreen('first run', '/admin/first-run', 'name'),
    { ...all('not found', '/no/such/page/here', notFound), missing: visitors },
    { ...all('an unknown place', '/forums/nowhere', notFound), missing: visitors },
    { ...all('an unknown thread', '/forums/thread/12345', notFound), missing: visitors },
    { ...all('no thread', '/forums/thread/x', notFound), missing: visitors },
    { ...all('an unknown mode', '/stats/chess', notFound), missing: visitors },
    { ...all('an unknown admin page', '/admin/nothing', notFound), missing: visitors },
    // Logging out ends the session, so it must come last.
    all('logout', '/logout', 'Logging out...'),
  ];
}

/**
 * False if another screen shows the visitor the same login or not-found page, or if a member sees the same as an Admin.
 */
export function isDistinct({ name, shows }: Screen, visitor: Visitor): boolean {
  const words = shows[visitor];
  if (words === notFound) return name === 'not found';
  if (words === login) return name === 'login';
  return visitor !== 'member' || words !== shows.admin;
}

function all(name: string, path: string, words: string): Screen {
  return { name, path, shows: { guest: words, member: words, admin: words } };
}

/** Guests are redirected to the login page. */
function createMemberScreen(name: string, path: string, words: string, adminWords = words): Screen {
  return { name, path, shows: { guest: login, member: words, admin: adminWords } };
}

function createAdminScreen(name: string, path: string, words: string): Screen {
  return { name, path, shows: { guest: notFound, member: notFound, admin: words }, missing: ['guest', 'member'] };
}
