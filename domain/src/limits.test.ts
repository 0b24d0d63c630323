import { expect, test } from 'vitest';
import { hostPattern, modePattern, usernamePattern } from './limits.js';

test.each(['Ann', 'a_1', 'Steve_2011', 'x'.repeat(16)])('accepts the username %s', (name) => {
  expect(usernamePattern.test(name)).toBe(true);
});

test.each(['ab', 'x'.repeat(17), 'an na', 'änna', '-anna', 'anna!', 'Anna\n'])('rejects the username %j', (name) => {
  expect(usernamePattern.test(name)).toBe(false);
});

test.each(['k', 'Sky Block-2_x', 'Überleben', '生存', '1v1', 'x'.repeat(40)])('accepts the mode name %s', (name) => {
  expect(modePattern.test(name)).toBe(true);
});

test.each(['', ' kingdoms', '-1', 'a/b', 'a!', '!a', 'x'.repeat(41), 'mode\n'])('rejects the mode name %j', (name) => {
  expect(modePattern.test(name)).toBe(false);
});

test.each([
  ['i.imgur.com', true],
  ['xn--bcher-kva.example', true],
  ['localhost', false],
  ['127.0.0.1', false],
  ['*.imgur.com', false],
  ['i.imgur.com:443', false],
  ["i.imgur.com; script-src 'unsafe-inline'", false],
  ['https://i.imgur.com', false],
  ['-a.example', false],
  [`${'a'.repeat(64)}.example`, false],
])('recognises %j as a host name: %s', (name, isHost) => {
  expect(hostPattern.test(name)).toBe(isHost);
});
