// @ts-check
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Returns the executable of Chromium or Chrome on this machine: the one in CHROMIUM, or an installed one.
 * @returns {string | null}
 * @throws if CHROMIUM names a file that cannot be run
 */
export function findBrowser() {
  const named = process.env.CHROMIUM;
  if (named) {
    if (!canRun(named)) throw new Error(`CHROMIUM names ${named}, which cannot be run.`);
    return named;
  }
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)].filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(canRun) ?? null;
}

/**
 * Starts a separate browser process without a window.
 * @param {string} executablePath
 * @param {string[]} more options for the browser
 */
export function launchBrowser(executablePath, more = []) {
  return chromium.launch({ executablePath, args: [...quiet, ...more] });
}

/**
 * Starts a browser process without a window to which others connect.
 * @param {string} executablePath
 */
export function launchBrowserServer(executablePath) {
  return chromium.launchServer({ executablePath, args: quiet });
}

/** @param {string} file */
function canRun(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
