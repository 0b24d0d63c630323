// @ts-check
import { existsSync, readFileSync } from 'node:fs';

// node scripts/test-summary.mjs REPORT TESTS_EXIT CHECKS_EXIT: says in one last line how the whole run went.
const [report = '', testsExit, checksExit] = process.argv.slice(2);

const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [];
/** @type {{ status: string, assertionResults: { status: string }[] }[]} */
const files = results;
const tests = files.flatMap((file) => file.assertionResults);
const passed = tests.filter((test) => test.status === 'passed').length;
const notLoaded = files.filter((file) => file.status === 'failed' && !file.assertionResults.some(isFailed)).length;
let failed = tests.filter(isFailed).length + notLoaded;
const skipped = tests.length - passed - tests.filter(isFailed).length;

if (testsExit !== '0' && failed === 0) {
  console.log('The test run failed outside of any test.');
  failed += 1;
}
if (testsExit === '0' && passed === 0) {
  console.log('No test ran.');
  failed += 1;
}
if (checksExit !== '0') {
  console.log('"npm run check" failed, and counts as one.');
  failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);

/** @param {{ status: string }} test */
function isFailed(test) {
  return test.status === 'failed';
}
