import { createOperations } from '@guildhall/server/app.js';
import { expect, test } from 'vitest';
import { FuzzJudge } from '../../support/calls/fuzz-judge.js';
import { Fuzzer } from '../../support/calls/fuzzer.js';
import { createRandom, seedOfRun } from '../../support/random.js';
import type { HttpResponse } from '../../support/site/exchange.js';
import { testSite } from '../../support/site/site.js';

const site = testSite();

test('responds to random calls without a 5xx, an undocumented status or an undocumented shape', async () => {
  const seed = seedOfRun();
  const fuzzer = new Fuzzer(site, createRandom(seed));
  await fuzzer.run(300);
  expect(fuzzer.faults, `SEED=${seed}`).toEqual([]);
  const roles = new Set([...fuzzer.statuses.keys()].map((key) => key.split(' ')[0]));
  expect(roles).toEqual(new Set(['admin', 'member', 'guest']));
});

test.each<[string, string, number, unknown]>([
  ['500 ', '/api/forums/sections', 500, { error: 'Oh', code: 'internal' }],
  ['another shape', '/api/forums/sections', 200, [{ id: 1, secret: 2 }]],
  ['204 is not documented', '/api/forums/sections', 204, undefined],
  ['403 says', '/api/forums/sections', 403, { message: 'no' }],
  ['400 with the code not-found', '/api/forums/sections', 400, { error: 'Not found.', code: 'not-found' }],
  ['200 from no operation', '/api/nowhere', 200, {}],
])('the fuzzer reports "%s" at %s', (fault, path, status, json) => {
  const judge = new FuzzJudge(createOperations(site.services));
  const headers = { 'content-type': 'application/json' };
  const response: HttpResponse = { status, headers, bytes: Buffer.of(), json, text: JSON.stringify(json) ?? '' };
  judge.check('planted', 'get /forums/sections', { method: 'GET', path }, response);
  // The call does not document this status either.
  expect(judge.faults).toHaveLength(status === 204 ? 2 : 1);
  expect(judge.faults.join()).toContain(fault);
});
