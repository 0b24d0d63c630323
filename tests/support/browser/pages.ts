import type { Page } from 'playwright-core';
import { emailOf, passwordOf } from '../site/member.js';

export async function register(page: Page, username: string, { email = emailOf(username) } = {}): Promise<void> {
  await page.getByRole('tab', { name: 'Create account' }).click();
  const form = page.getByRole('tabpanel', { name: 'Create account' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Username').fill(username);
  await form.getByLabel('Password', { exact: true }).fill(passwordOf(username));
  await form.getByLabel('Repeat password').fill(passwordOf(username));
  await form.getByRole('button', { name: 'Create account' }).click();
}

export async function logIn(page: Page, username: string, password = passwordOf(username)): Promise<void> {
  const form = page.getByRole('tabpanel', { name: 'Log in' });
  await form.getByLabel('Email or username').fill(username);
  await form.getByLabel('Password').fill(password);
  await form.getByRole('button', { name: 'Log in' }).click();
}

export async function openComposer(page: Page): Promise<void> {
  await page.getByLabel('Your reply').focus();
  await page.getByRole('toolbar', { name: 'Formatting' }).waitFor();
}

export async function writeReply(page: Page, text: string): Promise<void> {
  await page.getByLabel('Your reply').fill(text);
  await page.keyboard.press('Control+Enter');
}

export function repliesOn(page: Page): Promise<string[]> {
  return page
    .locator('li[data-order]')
    .evaluateAll((posts) => posts.map((post) => post.querySelector('p')?.innerText ?? ''));
}

export async function showsReply(page: Page, text: string): Promise<void> {
  await page.locator('li[data-order]', { hasText: text }).waitFor();
}

export async function manageReply(page: Page, text: string, entry: 'Edit' | 'Delete'): Promise<void> {
  await page.locator('li[data-order]', { hasText: text }).getByRole('button', { name: 'Manage Reply' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

export async function manageThread(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Manage Thread' }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** Delays the calls so that the page's pending state is visible. */
export async function slowDown(page: Page, calls: string, delayMs: number): Promise<void> {
  await page.route(calls, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await route.continue();
  });
}
