// @ts-check
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findBrowser, launchBrowser } from './browser.mjs';
import { fillSampleCommunity } from './fill-sample-community.mjs';
import { startBuiltServer } from './start-built-server.mjs';

// Takes the pictures of the documentation: npm run screenshots. Serves a sample community from a temporary folder.
const root = dirname(import.meta.dirname);
const target = join(root, 'docs/screenshots');
const desktop = { width: 1280, height: 1000 };
const phone = { width: 390, height: 844 };

const executable = findBrowser();
if (!executable) {
  console.error('No Chromium or Chrome was found: install one, or set CHROMIUM to its file.');
  process.exitCode = 1;
} else {
  const dataDir = mkdtempSync(join(tmpdir(), 'guildhall-screenshots-'));
  const server = await startBuiltServer(dataDir);
  const browser = await launchBrowser(executable);
  try {
    const sample = await fillSampleCommunity(server.url, dataDir);
    await takePictures(browser, server.url, sample);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {import('./fill-sample-community.mjs').SampleCommunity} sample
 */
async function takePictures(browser, url, { threadId, cookie }) {
  const member = { name: cookie.name, value: cookie.value, url };
  const thread = `/forums/thread/${threadId}`;
  const pictures = [
    { name: 'home', path: '/', viewport: desktop },
    { name: 'section', path: '/forums/community', viewport: desktop, as: member },
    { name: 'thread', path: thread, viewport: desktop, as: member },
    { name: 'thread-phone', path: thread, viewport: phone, as: member },
    { name: 'auth', path: '/auth', viewport: { width: 1280, height: 720 } },
  ];
  mkdirSync(target, { recursive: true });
  for (const { name, path, viewport, as } of pictures) {
    const context = await browser.newContext({ viewport, hasTouch: viewport === phone, isMobile: viewport === phone });
    if (as) await context.addCookies([as]);
    const page = await context.newPage();
    await page.goto(url + path, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.fonts.ready);
    // The browser hides its scroll bar in pictures: nor does the page keep room for it.
    await page.evaluate(() => (document.documentElement.style.scrollbarGutter = 'auto'));
    await page.screenshot({ path: join(target, `${name}.png`) });
    await context.close();
    console.log(`docs/screenshots/${name}.png`);
  }
}
