import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, launchBrowser } from '../../scripts/browser.mjs';
import { hasBrowser, listOwnFaults, visit } from '../support/browser/browser.js';
import { logIn, register, listReplies, waitForReply, writeReply } from '../support/browser/pages.js';
import {
  findFreePort,
  startServerProcess,
  createTemporaryFolder,
  type ServerProcess,
} from '../support/processes/server-process.js';
import { readLink } from '../support/site/member.js';

const host = 'guild.test';
const member = 'Mila';

describe.runIf(hasBrowser('a site without HTTPS'))('site without HTTPS', () => {
  let server: ServerProcess;
  let browser: Browser;

  beforeAll(async () => {
    const port = await findFreePort();
    server = await startServerProcess({
      dataDir: createTemporaryFolder(),
      port,
      env: { PUBLIC_URL: `http://${host}:${port}` },
    });
    // Browsers trust loopback addresses even without HTTPS, but not this name.
    browser = await launchBrowser(findBrowser() ?? '', [`--host-resolver-rules=MAP ${host} 127.0.0.1`]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it('a newcomer can register, log in, create a thread, reply and copy the link', async () => {
    const site = `http://${host}:${server.port}`;
    const newVisit = await visit(browser, `${site}/auth`);
    const { page } = newVisit;
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await register(page, member);
    await page.getByText('Please check your email to verify your account.').waitFor();
    await page.goto(await readLink(server, member));
    await page.getByText(`you are logged in as ${member}.`).waitFor();
    await page.goto(`${site}/logout`);
    await page.waitForURL('**/auth');
    await logIn(page, member);
    await page.getByRole('button', { name: `Account: ${member}` }).waitFor();
    await page.goto(`${site}/forums/community`);
    await page.getByRole('link', { name: '+ New Thread' }).click();
    await page.getByLabel('Title').fill('A castle');
    await page.getByLabel('Content').fill('It has **four** towers.');
    await page.getByRole('button', { name: 'Create thread' }).click();
    await page.getByRole('link', { name: 'A castle' }).click();
    await page.getByRole('heading', { name: 'A castle' }).waitFor();
    await writeReply(page, 'And a moat.');
    await waitForReply(page, 'And a moat.');
    expect(await listReplies(page)).toEqual(['And a moat.']);
    await page
      .getByRole('button', { name: `Copy the link to this post by ${member}` })
      .last()
      .click();
    await page.getByText('Link copied.').waitFor();
    await page.getByLabel('Your reply').focus();
    await page.keyboard.press('Control+V');
    await expect.poll(() => page.getByLabel('Your reply').inputValue()).toContain(`${site}/forums/thread/`);
    // The browser reports that it ignores these headers without HTTPS.
    expect(
      listOwnFaults(newVisit).filter((fault) => !/Cross-Origin-Opener-Policy|Clear-Site-Data/.test(fault)),
    ).toEqual([]);
  });
});
