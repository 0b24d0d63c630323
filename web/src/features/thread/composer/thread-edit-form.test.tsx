import { pageRefusals } from '@guildhall/domain/page-refusals.js';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openThread } from '../../../testing/open-thread.js';
import { buildSuccessResponse, buildMe } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';

const bug = { id: 71, label: 'Bug', color: 'red' } as const;
const idea = { id: 72, label: 'Idea', color: 'blue' } as const;

const bram = buildMe('Bram', 12);

async function edit(prefix: typeof bug | null, prefixes: (typeof bug | typeof idea)[] = [bug, idea]) {
  server.respondWith('PUT /forums/threads/7', buildSuccessResponse());
  const user = await openThread({ as: bram, thread: { prefix }, section: { prefixes } });
  await user.click(await screen.findByRole('button', { name: 'Manage Thread' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Edit/ }));
  await screen.findByRole('textbox', { name: 'Title' });
  return user;
}
const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Prefix' });
const getSelectedText = () => select().selectedOptions[0]?.textContent;
const listSentBodies = () => server.calls('PUT /forums/threads/7').map(({ body }) => body as object);

test("offers the section's prefixes with the current one selected", async () => {
  const user = await edit(bug);
  expect([...select().options].map(({ textContent }) => textContent)).toEqual(['No prefix', 'Bug', 'Idea']);
  expect(getSelectedText()).toBe('Bug');
  await user.selectOptions(select(), 'Idea');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(listSentBodies()).toMatchObject([{ title: 'My castle', prefix_id: 72 }]));
});

test("can remove a thread's prefix", async () => {
  const user = await edit(bug);
  await user.selectOptions(select(), 'No prefix');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(listSentBodies()).toMatchObject([{ prefix_id: null }]));
});

test('sends neither an unchanged prefix nor whether the thread is locked or pinned', async () => {
  const user = await edit(bug);
  await user.type(screen.getByRole('textbox', { name: 'Title' }), '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(listSentBodies()).toMatchObject([{ title: 'My castle!' }]));
  for (const field of ['prefix_id', 'locked', 'sticky']) expect(listSentBodies()[0]).not.toHaveProperty(field);
  expect(server.calls('PUT /forums/threads/7')[0]?.version).toBe('"1"');
});

test('hides the prefix selection if the section has no prefixes', async () => {
  await edit(null, []);
  expect(screen.queryByRole('combobox', { name: 'Prefix' })).toBeNull();
});

for (const name of ['Title', 'Content']) {
  test(`does not save a thread with an empty ${name.toLowerCase()}`, async () => {
    const user = await edit(null);
    const field = screen.getByRole('textbox', { name });
    await user.clear(field);
    await user.type(field, '  ');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(pageRefusals['title-and-content'][1]);
    expect(listSentBodies()).toEqual([]);
  });
}
