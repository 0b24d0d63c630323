// @ts-check
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findBrowser, launchBrowser } from './browser.mjs';
import { fillSampleCommunity } from './sample-community/fill-sample-community.mjs';
import { startBuiltServer } from './start-built-server.mjs';

// This script takes the documentation's screenshots from a sample community in a temporary folder:
// npm run screenshots.
const root = dirname(import.meta.dirname);
const targetFolder = join(root, 'docs/screenshots');
const desktop = { width: 1280, height: 1000 };
const phone = { width: 390, height: 844 };

const executable = findBrowser();
if (!executable) {
  console.error('No Chromium or Chrome was found: install one, or set CHROMIUM to its path.');
  process.exitCode = 1;
} else {
  const dataDir = mkdtempSync(join(tmpdir(), 'guildhall-screenshots-'));
  const server = await startBuiltServer(dataDir);
  const browser = await launchBrowser(executable);
  try {
    const sample = await fillSampleCommunity(server.url, dataDir);
    await takeScreenshots(browser, server.url, sample);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {import('./sample-community/fill-sample-community.mjs').SampleCommunity} sample
 */
async function takeScreenshots(browser, url, { threadId, longThreadId, cookie, admin }) {
  const member = { ...cookie, url };
  const owner = { ...admin, url };
  const light = { name: 'scheme', value: 'light', url };
  const threadPath = `/forums/thread/${threadId}`;
  const longThreadPath = `/forums/thread/${longThreadId}`;
  const screenshots = [
    { name: 'home', path: '/', viewport: desktop },
    { name: 'home-light', path: '/', viewport: desktop, as: member, scheme: light },
    { name: 'section', path: '/forums/community', viewport: desktop, as: member },
    { name: 'thread', path: threadPath, viewport: desktop, as: member },
    { name: 'thread-phone', path: longThreadPath, viewport: phone, as: member },
    { name: 'thread-light', path: longThreadPath, viewport: desktop, as: member, scheme: light },
    { name: 'latest', path: '/latest', viewport: desktop, as: member },
    { name: 'auth', path: '/auth', viewport: { width: 1280, height: 720 } },
    { name: 'home-phone', path: '/', viewport: phone },
    { name: 'section-phone', path: '/forums/community', viewport: phone, as: member },
    { name: 'profile', path: '/profile/Sanne', viewport: desktop, as: member },
    { name: 'profile-phone', path: '/profile/Sanne', viewport: phone, as: member },
    { name: 'members', path: '/members', viewport: desktop },
    { name: 'search', path: '/search?q=lighthouse', viewport: desktop },
    { name: 'notifications', path: '/notifications', viewport: desktop, as: owner },
    { name: 'settings', path: '/settings/security', viewport: desktop, as: member },
    { name: 'stats', path: '/stats/global', viewport: desktop },
    { name: 'admin-dashboard', path: '/admin/dashboard', viewport: desktop, as: owner },
    { name: 'admin-users', path: '/admin/user-management', viewport: desktop, as: owner },
    { name: 'admin-users-phone', path: '/admin/user-management', viewport: phone, as: owner },
    { name: 'admin-roles', path: '/admin/role-editor', viewport: desktop, as: owner },
    { name: 'admin-forums', path: '/admin/forums-manager', viewport: desktop, as: owner },
    { name: 'admin-theme', path: '/admin/theme-editor', viewport: desktop, as: owner },
    { name: 'admin-audit', path: '/admin/audit', viewport: desktop, as: owner },
    { name: 'admin-reports', path: '/admin/reports', viewport: desktop, as: owner },
    { name: 'admin-settings', path: '/admin/settings', viewport: desktop, as: owner },
  ];
  mkdirSync(targetFolder, { recursive: true });
  for (const { name, path, viewport, as, scheme } of screenshots) {
    const context = await browser.newContext({ viewport, hasTouch: viewport === phone, isMobile: viewport === phone });
    await context.addCookies([as ?? [], scheme ?? []].flat());
    const page = await context.newPage();
    await page.goto(url + path, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.fonts.ready);
    await page.waitForFunction(areEmojiDrawn);
    // The browser hides its scroll bar in screenshots, so the page must not reserve space for it.
    await page.evaluate(() => (document.documentElement.style.scrollbarGutter = 'auto'));
    await page.screenshot({ path: join(targetFolder, `${name}.png`) });
    await context.close();
    console.log(`docs/screenshots/${name}.png`);
  }
}

/** The browser evaluates this function in the page. */
function areEmojiDrawn() {
  const visibleEmoji = [...document.querySelectorAll('svg.emoji')].filter((svg) => svg.checkVisibility());
  return visibleEmoji.every((svg) => svg.getBoundingClientRect().width === 0 || hasSize(svg.querySelector('use')));

  /** @param {SVGUseElement | null} use */
  function hasSize(use) {
    return use !== null && use.getBBox().width > 0;
  }
}
