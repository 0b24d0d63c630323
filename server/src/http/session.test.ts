import { expect, test } from 'vitest';
import { isOurOrigin } from './session.js';

test('The origin of a public site is its address: scheme, host and port', () => {
  const publicUrl = 'https://play.example.org';
  const ours = (origin: string | undefined, requested = publicUrl) => isOurOrigin(origin, requested, publicUrl);
  expect(ours('https://play.example.org')).toBe(true);
  expect(ours('https://play.example.org:443')).toBe(true);
  for (const origin of [
    undefined,
    'null',
    '',
    'http://play.example.org',
    'https://play.example.org:8443',
    'https://example.org',
    'https://evil.example',
  ]) {
    expect(ours(origin), origin).toBe(false);
    expect(ours(origin, origin), `${origin} as the Host`).toBe(false);
  }
  expect(ours('http://localhost:3000', 'http://localhost:3000'), 'another port of this machine').toBe(false);
});

test('A local site has every name of its machine, as the request has it', () => {
  const ours = (origin: string, requested: string) => isOurOrigin(origin, requested, 'http://localhost:3000');
  expect(ours('http://localhost:3000', 'http://127.0.0.1:3000')).toBe(true);
  expect(ours('http://127.0.0.1:4000', 'http://127.0.0.1:4000')).toBe(true);
  expect(ours('http://[::1]:4000', 'http://[::1]:4000')).toBe(true);
  expect(ours('http://127.0.0.1:4000', 'http://127.0.0.1:3000'), 'another program').toBe(false);
  expect(ours('https://127.0.0.1:4000', 'http://127.0.0.1:4000')).toBe(false);
  expect(ours('http://evil.example', 'http://evil.example'), 'a name that leads here').toBe(false);
  expect(ours('http://localhost.evil.example:3000', 'http://localhost.evil.example:3000')).toBe(false);
});
