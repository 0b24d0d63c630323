// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import { differences } from './record-behaviour/compare.mjs';
import { Normaliser } from './record-behaviour/normalise.mjs';
import { lookAtPages } from './record-behaviour/pages.mjs';
import { Recorder } from './record-behaviour/recorder.mjs';
import { startCheckout } from './record-behaviour/server.mjs';
import { gather, play, tell } from './record-behaviour/story.mjs';
import { sweep } from './record-behaviour/sweep.mjs';
import { World } from './record-behaviour/world.mjs';

// Records the behaviour of a built checkout in a scripted scenario, and compares two recordings:
// node scripts/record-behaviour.mjs CHECKOUT OUT.json
// node scripts/record-behaviour.mjs --compare A.json B.json
const [first = '', second = '', third = ''] = process.argv.slice(2);

if (first === '--compare' && third) compare(second, third);
else if (first && second && !third) await record(first, second);
else {
  console.error('node scripts/record-behaviour.mjs CHECKOUT OUT.json | --compare A.json B.json');
  process.exitCode = 1;
}

/** @param {string} checkout @param {string} file */
async function record(checkout, file) {
  const server = await startCheckout(checkout);
  try {
    const openapi = await (await fetch(`${server.url}/api/openapi.json`)).json();
    const recorder = new Recorder(server, openapi.paths);
    const world = new World(recorder);
    world.setUpToken = await server.setUpToken();
    await gather(world);
    await tell(world);
    await lookAtPages(world);
    await sweep(world, openapi.paths);
    await play(world);
    recorder.live.close();
    recorder.add('mails', { body: server.outbox.all() });
    const recording = { openapi, entries: recorder.entries };
    writeFileSync(file, JSON.stringify(new Normaliser(recorder.secrets).of(recording), null, 1));
    console.log(`${recorder.entries.length} things recorded in ${file}`);
    for (const operation of recorder.uncalled) console.error(`Not called: ${operation}`);
    if (recorder.uncalled.size > 0) process.exitCode = 1;
  } finally {
    await server.stop();
  }
}

/** @param {string} before @param {string} after */
function compare(before, after) {
  const [a, b] = [before, after].map((file) => JSON.parse(readFileSync(file, 'utf8')));
  const lines = differences(a, b);
  for (const line of lines) console.log(line);
  console.log(lines.length === 0 ? 'Nothing differs.' : `${lines.length} differences.`);
  if (lines.length > 0) process.exitCode = 1;
}
