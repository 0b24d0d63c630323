// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { desktopConfig } from 'lighthouse';
import { findBrowser, launchBrowser } from './browser.mjs';
import { fillSampleCommunity } from './sample-community/fill-sample-community.mjs';
import { freePort, startBuiltServer } from './start-built-server.mjs';

// Scores four pages of a sample community with Lighthouse: npm run lighthouse [-- --runs=3]. Fails below 95.
const aim = 95;
const runs = Number(process.argv.find((word) => word.startsWith('--runs='))?.slice('--runs='.length) ?? 1);
const only = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

const executable = findBrowser();
if (!executable) {
  console.error('No Chromium or Chrome was found: install one, or set CHROMIUM to its file.');
  process.exitCode = 1;
} else {
  const dataDir = mkdtempSync(join(tmpdir(), 'guildhall-lighthouse-'));
  const server = await startBuiltServer(dataDir);
  const port = await freePort();
  const browser = await launchBrowser(executable, [`--remote-debugging-port=${port}`]);
  try {
    const { threadId } = await fillSampleCommunity(server.url, dataDir);
    const pages = {
      home: '/',
      section: '/forums/community',
      thread: `/forums/thread/${threadId}`,
      profile: '/profile/Sanne',
    };
    for (const [name, path] of Object.entries(pages)) {
      if (only.length === 0 || only.includes(name)) await markPage(name, server.url + path, port);
    }
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * @param {string} name
 * @param {string} url
 * @param {number} port of the browser
 */
async function markPage(name, url, port) {
  for (const preset of ['mobile', 'desktop']) {
    /** @type {Awaited<ReturnType<typeof marked>>[]} */
    const results = [];
    for (let run = 0; run < runs; run++) results.push(await marked(url, preset, port));
    const marks = categories.map((category) => median(results.map(({ scores }) => scores[category] ?? 0)));
    const times = [
      'first-contentful-paint',
      'largest-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
    ];
    const shown = times.map((id) => `${id} ${median(results.map(({ values }) => values[id] ?? 0)).toFixed(2)}`);
    console.log(`${name} ${preset}: ${categories.map((it, index) => `${it} ${marks[index]}`).join(', ')}`);
    console.log(`  ${shown.join(', ')}`);
    for (const fault of new Set(results.flatMap(({ faults }) => faults))) console.log(`  ${fault}`);
    if (marks.some((mark) => mark < aim)) process.exitCode = 1;
  }
}

/**
 * @param {string} url
 * @param {string} preset
 * @param {number} port
 */
async function marked(url, preset, port) {
  const config = preset === 'desktop' ? desktopConfig : undefined;
  const result = await lighthouse(url, { port, onlyCategories: categories, logLevel: 'error' }, config);
  if (!result) throw new Error(`Lighthouse gave no result for ${url}`);
  const { audits, categories: found } = result.lhr;
  return {
    scores: Object.fromEntries(categories.map((id) => [id, Math.round((found[id]?.score ?? 0) * 100)])),
    values: Object.fromEntries(Object.entries(audits).map(([id, { numericValue }]) => [id, numericValue ?? 0])),
    faults: Object.values(audits).flatMap(({ id, title, score, scoreDisplayMode, displayValue, details }) =>
      score !== null && score < 0.9 && scoreDisplayMode !== 'informative'
        ? [`${id}: ${title} ${displayValue ?? ''} ${selectorsIn(details)}`]
        : [],
    ),
  };
}

/**
 * Returns selectors of the elements that an audit names, if any.
 * @param {import('lighthouse/types/lhr/audit-details.js').default | undefined} details
 */
function selectorsIn(details) {
  if (details?.type !== 'table') return '';
  return details.items.flatMap(({ node }) => Object(node).selector ?? []).join(' | ');
}

/** @param {number[]} numbers */
function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
