import { readLink } from '../site/member.js';
import { advertisement } from '../site/lively-texts.js';
import type { ServerProcess } from '../processes/server-process.js';
import type { CountingUser } from './counting-user.js';

export async function handleReport(user: CountingUser): Promise<void> {
  const { page } = user;
  await user.press(page.getByRole('link', { name: /^Open reports: 1$/ }));
  const report = page.getByRole('listitem').filter({ hasText: advertisement });
  await user.press(report.getByRole('button', { name: 'Post', exact: true }));
  await user.press(report.getByRole('button', { name: 'Delete the reply' }));
  await user.press(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
  await page.getByText('Reply deleted.').waitFor();
  await user.press(report.getByRole('button', { name: 'Resolve…' }));
  await user.press(report.getByRole('button', { name: 'Resolve', exact: true }));
  await page.getByText('Report resolved.').waitFor();
}

export async function lockThreads(user: CountingUser, titles: readonly string[]): Promise<void> {
  const { page, onPhone } = user;
  await user.press(page.locator('main').getByRole('link', { name: 'Community', exact: true }));
  await page.getByRole('heading', { name: 'Community', level: 1 }).waitFor();
  await user.press(page.getByRole('button', { name: 'Select', exact: true }));
  for (const title of titles) await user.press(page.getByRole('checkbox', { name: `Select “${title}”` }));
  if (onPhone) await user.press(page.getByRole('button', { name: 'Actions', exact: true }));
  await user.press(page.getByRole(onPhone ? 'menuitem' : 'button', { name: 'Lock', exact: true }));
  await page.getByText(`${titles.length} threads locked.`).waitFor();
}

export async function changeAccent(user: CountingUser, accent: string, theme: string): Promise<void> {
  const { page, onPhone } = user;
  await user.press(page.getByRole('button', { name: 'Account: Mila' }));
  await user.press(page.getByRole('link', { name: 'Admin', exact: true }));
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  const link = page.getByRole('link', { name: 'Theme editor', exact: true });
  if (onPhone && !(await link.isVisible())) await user.press(page.getByRole('button', { name: 'Show sidebar' }));
  await user.press(link);
  await user.retype(page.getByRole('textbox', { name: 'Accent', exact: true }), accent);
  await user.press(page.getByRole('button', { name: 'Save and publish' }));
  await user.type(page.getByRole('dialog').getByLabel('Theme name'), theme);
  await user.pressKey('Enter');
  await page.getByText('Theme saved!').first().waitFor();
}

const password = 'a long password of mine';

/** The first member sets up an empty site. */
export async function setUpSite(user: CountingUser, server: ServerProcess): Promise<void> {
  const { page } = user;
  await user.press(page.locator('header').getByRole('link', { name: 'Login/Register' }));
  await user.press(page.getByRole('tab', { name: 'Create account' }));
  const form = page.getByRole('tabpanel', { name: 'Create account' });
  await user.type(form.getByLabel('Email'), 'mila@example.org');
  await user.typeNext(form.getByLabel('Username'), 'Mila');
  await user.typeNext(form.getByLabel('Password', { exact: true }), password);
  await user.typeNext(form.getByLabel('Repeat password'), password);
  await user.pressKey('Enter');
  // The member registered in this browser, so the link logs them in.
  await user.openMailed(await readLink(server, 'Mila'));
  await page.getByRole('heading', { name: 'Email Verified!' }).waitFor();
  await user.press(page.getByRole('link', { name: 'Set it up' }));
  const next = async (step: number) => {
    await user.press(page.getByRole('button', { name: 'Save and continue' }));
    await page.getByText(`Step ${step} of 5`).waitFor();
  };
  await user.retype(page.getByLabel('Site name'), 'Harbour Town');
  await next(2);
  await user.retype(page.getByLabel('Server address'), 'play.harbour.example');
  await next(3);
  await user.press(page.locator('label').filter({ hasText: 'Blue' }));
  await next(4);
  await next(5);
  await user.press(page.getByRole('button', { name: 'Finish' }));
  await page.getByText('Your site is set up.').waitFor();
}
