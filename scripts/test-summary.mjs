// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

// This script prints the outcome of the whole run as its last line:
// node scripts/test-summary.mjs TESTS_EXIT CHECKS_EXIT REPORT...
const [testsExit, checksExit, ...reports] = process.argv.slice(2);

/** A failure message may contain a whole page. */
const maxMessageLength = 1_500;

/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} Test */
/** @type {{ name: string, status: string, assertionResults: Test[] }[]} */
const files = reports.filter(existsSync).flatMap((report) => JSON.parse(readFileSync(report, 'utf8')).testResults);
const tests = files.flatMap((file) => file.assertionResults);
const passedCount = tests.filter((test) => test.status === 'passed').length;
const brokenFiles = files.filter((file) => file.status === 'failed' && !file.assertionResults.some(isFailed)).length;
let failedCount = tests.filter(isFailed).length + brokenFiles;
const skippedCount = tests.length - passedCount - tests.filter(isFailed).length;

for (const file of files) {
  for (const { fullName, failureMessages } of file.assertionResults.filter(isFailed)) {
    console.log(`failed: ${file.name}: ${fullName}`);
    for (const message of failureMessages)
      console.log(`  ${stripVTControlCharacters(message).slice(0, maxMessageLength)}`);
  }
}
if (testsExit !== '0' && failedCount === 0) {
  console.log('The test run failed outside of any test.');
  failedCount += 1;
}
for (const report of reports.filter((file) => !existsSync(file))) {
  if (testsExit !== '0') break;
  console.log(`There is no report ${report}.`);
  failedCount += 1;
}
if (testsExit === '0' && passedCount === 0) {
  console.log('No test ran.');
  failedCount += 1;
}
if (checksExit !== '0') {
  console.log('"npm run check" failed and counts as one failure.');
  failedCount += 1;
}
process.exitCode = failedCount === 0 ? 0 : 1;
console.log(`${passedCount} passed, ${failedCount} failed${skippedCount > 0 ? `, ${skippedCount} skipped` : ''}`);

/** @param {{ status: string }} test */
function isFailed(test) {
  return test.status === 'failed';
}
