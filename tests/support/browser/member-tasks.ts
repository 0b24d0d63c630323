import { expect } from 'vitest';
import type { LivelyCommunity } from '../site/lively-community.js';
import { advertisement, longTitle, newThread, rareReply, rareWords } from '../site/lively-texts.js';
import type { CountingUser } from './counting-user.js';

export async function readAllNews(user: CountingUser, { news }: LivelyCommunity): Promise<void> {
  const { page, onPhone } = user;
  const header = page.getByRole('banner');
  await user.press(header.getByRole('button', { name: onPhone ? 'Menu' : 'Forums', exact: true }));
  await user.press(header.getByRole('link', { name: 'Latest', exact: true }));
  const list = page.getByRole('heading', { name: 'Latest threads', level: 1 });
  await list.waitFor();
  for (const { title, last } of news.toReversed()) {
    await user.press(page.locator('main').getByRole('link', { name: title }));
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await user.readTo(page.locator('main').getByText(last).last());
    // The list updates without a reload.
    await user.goBack();
    await list.waitFor();
    await findRow(user, title).getByText('unread').waitFor({ state: 'detached' });
  }
}

const findRow = ({ page }: CountingUser, title: string) => page.locator('main li').filter({ hasText: title });

export async function continueLongThread(user: CountingUser): Promise<void> {
  const { page } = user;
  await user.press(page.locator('main').getByRole('link', { name: longTitle }).first());
  await page.getByRole('heading', { name: longTitle, level: 1 }).waitFor();
  await expect.poll(() => page.locator('li[data-order]').evaluateAll(findFirstNumberInView)).toBe('#81');
  await page.getByText('New since your last visit').waitFor();
}

/** Runs in the page. */
function findFirstNumberInView(posts: Element[]): string {
  const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const firstPost = posts.find((post) => post.getBoundingClientRect().top >= header);
  return /#\d+/.exec(firstPost?.textContent ?? '')?.[0] ?? '';
}

export async function answerWithQuote(user: CountingUser, answer: string): Promise<void> {
  const { page } = user;
  await user.press(page.locator('main').getByRole('link', { name: newThread.title }).first());
  await user.press(page.getByRole('button', { name: 'Quote Mila' }).first());
  const field = page.getByLabel('Your reply');
  await expect.poll(() => field.inputValue()).toContain('> @Mila');
  await user.type(field, answer);
  await user.submit(page.getByRole('button', { name: 'Reply', exact: true }), 'Control+Enter');
  const reply = page.locator('li[data-order]').filter({ hasText: answer });
  await reply.locator('blockquote').filter({ hasText: newThread.content }).waitFor();
}

export async function findReply(user: CountingUser): Promise<void> {
  const { page, onPhone } = user;
  if (onPhone) await user.press(page.getByRole('button', { name: 'Search', exact: true }));
  else await user.pressKey('/');
  await user.type(page.locator('[role=combobox]:focus'), rareWords);
  await user.press(page.getByRole('option').filter({ hasText: longTitle }).first());
  await user.bringIntoView(page.locator('li[data-order]').getByText(rareReply));
}

export async function reportReply(user: CountingUser): Promise<void> {
  const { page } = user;
  const post = page.locator('li[data-order]').filter({ hasText: advertisement });
  await user.press(post.getByRole('button', { name: /^Report this post/ }));
  const dialog = page.getByRole('dialog');
  await user.press(dialog.getByText('Spam or advertising'));
  await user.press(dialog.getByRole('button', { name: 'Send report' }));
  await page.getByText('Your report has been sent.').first().waitFor();
}
