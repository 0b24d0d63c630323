// @ts-check
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

const executableNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const baseArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Returns the path in CHROMIUM, or else that of an installed Chromium or Chrome.
 * @returns {string | null}
 * @throws if the file in CHROMIUM cannot be run
 */
export function findBrowser() {
  const requestedPath = process.env.CHROMIUM;
  if (requestedPath) {
    if (!canRun(requestedPath)) throw new Error(`CHROMIUM is set to ${requestedPath}, which cannot be run.`);
    return requestedPath;
  }
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)].filter(Boolean);
  return executableNames.flatMap((name) => folders.map((folder) => join(folder, name))).find(canRun) ?? null;
}

/**
 * Starts a separate headless browser process.
 * @param {string} executablePath
 * @param {string[]} extraArgs
 */
export function launchBrowser(executablePath, extraArgs = []) {
  return chromium.launch({ executablePath, args: [...baseArgs, ...extraArgs] });
}

/**
 * Starts a headless browser process to which others connect.
 * @param {string} executablePath
 */
export function launchBrowserServer(executablePath) {
  return chromium.launchServer({ executablePath, args: baseArgs });
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
