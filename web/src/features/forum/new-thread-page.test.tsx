import { limits } from '@guildhall/domain/limits.js';
import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { loadSections } from '../../shared/state/sections.js';
import {
  admin,
  anna,
  buildSuccessResponse,
  everyFlag,
  toLogPosition,
  buildSectionRow,
  buildSubsectionRow,
} from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { NewThreadPage } from './new-thread-page.js';

const findTitle = () => screen.findByLabelText<HTMLInputElement>('Title');
const getContent = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Content' });
const listRequests = () => server.calls('POST /forums/threads');
const mayNotPost = { can: { ...everyFlag, can_post: false } };

function open(section: Partial<SectionRow> = {}, as: Me | null = anna) {
  const sections = [buildSectionRow(section)];
  return show(<NewThreadPage />, { as, sections, at: '/forums/builds/new', path: '/forums/:section/new' });
}

async function write(section?: Partial<SectionRow>, as?: Me | null) {
  const user = await open(section, as);
  await user.type(await findTitle(), ' My castle ');
  await user.type(getContent(), 'Look!');
  await user.click(screen.getByRole('button', { name: 'Create thread' }));
  return user;
}

test("focuses the new thread's title", async () => {
  await open();
  expect(document.activeElement).toBe(await findTitle());
});

test('requires a title and content before sending and clears the error on input', async () => {
  const user = await open();
  await user.type(await findTitle(), '   ');
  await user.click(screen.getByRole('button', { name: 'Create thread' }));
  expect(screen.getByRole('alert').textContent).toBe('Please enter a title and content!');
  await user.type(await findTitle(), 'M');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(listRequests()).toEqual([]);
});

test('creates a thread, deletes its draft and replaces the form with the page of its place', async () => {
  server.respondWith('POST /forums/threads', buildSuccessResponse({ id: 8 }));
  const entries = history.length;
  await write();
  await screen.findByText('Thread created!');
  const thread = { title: 'My castle', content: 'Look!', locked: false, sticky: false };
  expect(listRequests()[0]?.body).toEqual({ section_id: 3, subsection_id: null, user_id: 11, ...thread });
  expect(Object.keys(localStorage)).toEqual(['guildhall.person']);
  await waitFor(() => expect(location.pathname).toBe('/forums/builds'));
  expect(history.state).toMatchObject({ state: { createdThread: 8 } });
  expect(history.length).toBe(entries);
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Notifications' }).textContent).toBe('Thread created!'),
  );
});

test("preserves a thread's content if the server rejects it", async () => {
  server.refuse('POST /forums/threads', 'title-length');
  await write();
  expect((await screen.findByRole('alert')).textContent).toBe('A title must have 3 to 120 characters.');
  expect((await findTitle()).value).toBe(' My castle ');
  expect(screen.getByRole('button', { name: 'Create thread' }).getAttribute('aria-disabled')).toBe('false');
});

test('keeps an overlong pasted text in full and shows why it is refused', async () => {
  server.refuse('POST /forums/threads', 'content-length');
  const user = await open();
  await user.type(await findTitle(), 'My castle');
  await user.click(getContent());
  const text = 'x'.repeat(limits.content.max + 1);
  await user.paste(text);
  await user.click(screen.getByRole('button', { name: 'Create thread' }));
  expect((await screen.findByRole('alert')).textContent).toBe('A text can have at most 20,000 characters.');
  expect(getContent().value).toBe(text);
  expect(listRequests()).toMatchObject([{ body: { content: text } }]);
});

test('retries a thread without a response using the same key', async () => {
  server.fail('POST /forums/threads');
  const user = await write();
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to create thread.');
  server.respondWith('POST /forums/threads', buildSuccessResponse());
  await user.click(screen.getByRole('button', { name: 'Create thread' }));
  await screen.findByText('Thread created!');
  expect(listRequests()[1]).toEqual(listRequests()[0]);
});

test('sends a thread only once on a double click', async () => {
  const release = server.hold('POST /forums/threads');
  const user = await write();
  await user.click(screen.getByRole('button', { name: 'Creating…' }));
  server.refuse('POST /forums/threads', 'conflict');
  release();
  await screen.findByRole('alert');
  expect(listRequests()).toHaveLength(1);
});

test('a guest can write a thread, and the login restores its content', async () => {
  await write({}, null);
  expect(screen.getByRole('alert').textContent).toContain('You must be logged in!');
  expect(screen.getByRole('link', { name: 'Log in' })).toBeDefined();
  expect(listRequests()).toEqual([]);
  cleanup();
  await open();
  expect((await findTitle()).value).toBe(' My castle ');
  expect(getContent().value).toBe('Look!');
});

test('hides the form from roles that cannot start threads', async () => {
  await open(mayNotPost);
  await screen.findByText("You don't have permission to start threads here.");
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to Builds' }).getAttribute('href')).toBe('/forums/builds');
});

test('requires a subsection if the section does not accept threads directly', async () => {
  server.respondWith('POST /forums/threads', buildSuccessResponse());
  const user = await write({ allow_threads_direct: false, subcategories: [buildSubsectionRow()] });
  expect(screen.getByRole('alert').textContent).toContain('Select a subcategory first.');
  expect(listRequests()).toEqual([]);
  await user.selectOptions(screen.getByLabelText('Where'), 'Screenshots');
  await user.click(screen.getByRole('button', { name: 'Create thread' }));
  await screen.findByText('Thread created!');
  expect(listRequests()[0]?.body).toMatchObject({ section_id: 3, subsection_id: 31 });
});

test('offers pinning and locking only to those with permission', async () => {
  await open();
  await findTitle();
  expect(screen.queryByRole('switch')).toBeNull();
  cleanup();
  await open({}, admin);
  await findTitle();
  expect(screen.getAllByRole('switch')).toHaveLength(2);
});

test('sends the chosen section prefix', async () => {
  server.respondWith('POST /forums/threads', buildSuccessResponse({ id: 8 }));
  const user = await open({ prefixes: [{ id: 71, label: 'Bug', color: 'red' }] });
  await user.type(await findTitle(), 'It breaks');
  await user.type(getContent(), 'Look!');
  await user.selectOptions(screen.getByLabelText('Prefix'), 'Bug');
  await user.click(screen.getByRole('button', { name: 'Create thread' }));
  await screen.findByText('Thread created!');
  expect(listRequests()[0]?.body).toMatchObject({ prefix_id: 71 });
});

const findLostText = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your text' });

async function change(...sections: SectionRow[]) {
  server.respondWith('GET /forums/sections', sections, { position: toLogPosition(200) });
  await act(() => loadSections());
}

test.each([
  ['the section disappears', anna, [], 'It was deleted, or your role can no longer see it.'],
  ['the section disappears for a guest', null, [], 'It was deleted, or your role can no longer see it.'],
  [
    'the member may no longer post',
    anna,
    [buildSectionRow(mayNotPost)],
    "You don't have permission to start threads here.",
  ],
] as const)('offers to copy the written content if %s', async (_, as, sections, words) => {
  const user = await open({}, as);
  await user.type(await findTitle(), 'My castle');
  await user.type(getContent(), 'Look!');
  await change(...sections);
  await screen.findByText(words);
  expect((await findLostText()).value).toBe('My castle\nLook!');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('My castle\nLook!');
});

test('offers no content to copy if nothing was written before the section disappeared', async () => {
  await open();
  await findTitle();
  await change();
  await screen.findByText('It was deleted, or your role can no longer see it.');
  expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
});

test('the form stays open if its subsection disappears, and another one can be chosen', async () => {
  const [screenshots, tours] = [
    buildSubsectionRow(),
    buildSubsectionRow({ id: 32, name: 'tours', display_name: 'Tours' }),
  ];
  const user = await open({ allow_threads_direct: false, subcategories: [screenshots, tours] });
  await user.type(await findTitle(), 'My castle');
  await user.type(getContent(), 'Look!');
  await user.selectOptions(screen.getByLabelText('Where'), 'Screenshots');
  await change(buildSectionRow({ allow_threads_direct: false, subcategories: [tours] }));
  const alert = 'The place you chose was deleted, or your role can no longer see it. Choose another.';
  expect((await screen.findByRole('alert')).textContent).toContain(alert);
  expect(getContent().value).toBe('Look!');
  await user.click(screen.getByRole('button', { name: 'Create thread' }));
  expect(listRequests()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('My castle\nLook!');
  server.respondWith('POST /forums/threads', buildSuccessResponse({ id: 8 }));
  await user.selectOptions(screen.getByLabelText('Where'), 'Tours');
  expect(screen.queryByText(alert)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Create thread' }));
  await screen.findByText('Thread created!');
  expect(listRequests()[0]?.body).toMatchObject({ section_id: 3, subsection_id: 32 });
});
