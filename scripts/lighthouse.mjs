// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { desktopConfig } from 'lighthouse';
import { findBrowser, launchBrowser } from './browser.mjs';
import { fillSampleCommunity } from './sample-community/fill-sample-community.mjs';
import { findFreePort, startBuiltServer } from './start-built-server.mjs';

// This script scores four pages of a sample community with Lighthouse, and fails if a score is too low:
// npm run lighthouse [-- --runs=3]
const minScore = 95;
/**
 * How much a host's CPU is slowed down to resemble a mid-tier phone, by the host's benchmark index. Lighthouse's default
 * of 4 assumes a fast desktop. Source: the calculator that Lighthouse's docs/throttling.md recommends.
 */
const slowdowns = [
  { benchmarkIndex: 150, slowdown: 1 },
  { benchmarkIndex: 800, slowdown: 2 },
  { benchmarkIndex: 1300, slowdown: 3 },
  { benchmarkIndex: 1533, slowdown: 4 },
];
const runs = Number(process.argv.find((arg) => arg.startsWith('--runs='))?.slice('--runs='.length) ?? 1);
const requestedPages = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

const executable = findBrowser();
if (!executable) {
  console.error('No Chromium or Chrome was found: install one, or set CHROMIUM to its path.');
  process.exitCode = 1;
} else {
  const dataDir = mkdtempSync(join(tmpdir(), 'guildhall-lighthouse-'));
  const server = await startBuiltServer(dataDir);
  const port = await findFreePort();
  const browser = await launchBrowser(executable, [`--remote-debugging-port=${port}`]);
  try {
    const { threadId } = await fillSampleCommunity(server.url, dataDir);
    const pages = {
      home: '/',
      section: '/forums/community',
      thread: `/forums/thread/${threadId}`,
      profile: '/profile/Sanne',
    };
    const { benchmarkIndex } = await runLighthouse(server.url, { port });
    const cpuSlowdownMultiplier = computeSlowdown(benchmarkIndex);
    console.log(`benchmark index ${benchmarkIndex}, CPU slowdown ${cpuSlowdownMultiplier.toFixed(1)}`);
    for (const [name, path] of Object.entries(pages)) {
      if (requestedPages.length > 0 && !requestedPages.includes(name)) continue;
      await scorePage(`${name} mobile`, server.url + path, { port, throttling: { cpuSlowdownMultiplier } });
      await scorePage(`${name} desktop`, server.url + path, { port }, desktopConfig);
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
 * @param {import('lighthouse').Flags} flags
 * @param {import('lighthouse').Config} [config]
 */
async function scorePage(name, url, flags, config) {
  /** @type {Awaited<ReturnType<typeof runLighthouse>>[]} */
  const results = [];
  for (let run = 0; run < runs; run++) results.push(await runLighthouse(url, flags, config));
  const medianScores = categories.map((category) => computeMedian(results.map(({ scores }) => scores[category] ?? 0)));
  const timings = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ];
  const timingTexts = timings.map(
    (id) => `${id} ${computeMedian(results.map(({ values }) => values[id] ?? 0)).toFixed(2)}`,
  );
  console.log(`${name}: ${categories.map((category, index) => `${category} ${medianScores[index]}`).join(', ')}`);
  console.log(`  ${timingTexts.join(', ')}`);
  for (const fault of new Set(results.flatMap(({ faults }) => faults))) console.log(`  ${fault}`);
  if (medianScores.some((score) => score < minScore)) process.exitCode = 1;
}

/**
 * @param {string} url
 * @param {import('lighthouse').Flags} flags
 * @param {import('lighthouse').Config} [config]
 */
async function runLighthouse(url, flags, config) {
  const result = await lighthouse(url, { ...flags, onlyCategories: categories, logLevel: 'error' }, config);
  if (!result) throw new Error(`Lighthouse returned no result for ${url}`);
  const { audits, categories: results, environment } = result.lhr;
  return {
    benchmarkIndex: environment.benchmarkIndex,
    scores: Object.fromEntries(categories.map((id) => [id, Math.round((results[id]?.score ?? 0) * 100)])),
    values: Object.fromEntries(Object.entries(audits).map(([id, { numericValue }]) => [id, numericValue ?? 0])),
    faults: Object.values(audits).flatMap(({ id, title, score, scoreDisplayMode, displayValue, details }) =>
      score !== null && score < 0.9 && scoreDisplayMode !== 'informative'
        ? [`${id}: ${title} ${displayValue ?? ''} ${listSelectors(details)}`]
        : [],
    ),
  };
}

/** @param {number} benchmarkIndex */
function computeSlowdown(benchmarkIndex) {
  const above = slowdowns.findIndex((step) => step.benchmarkIndex > benchmarkIndex);
  const [lower, upper] = [slowdowns[above - 1], slowdowns[above]];
  if (!upper) return 4;
  if (!lower) throw new Error(`A host with a benchmark index of ${benchmarkIndex} is too slow for Lighthouse`);
  const share = (benchmarkIndex - lower.benchmarkIndex) / (upper.benchmarkIndex - lower.benchmarkIndex);
  return lower.slowdown + share * (upper.slowdown - lower.slowdown);
}

/**
 * Returns the selectors of the elements listed by an audit, if any.
 * @param {import('lighthouse/types/lhr/audit-details.js').default | undefined} details
 */
function listSelectors(details) {
  if (details?.type !== 'table') return '';
  return details.items.flatMap(({ node }) => Object(node).selector ?? []).join(' | ');
}

/** @param {number[]} numbers */
function computeMedian(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
