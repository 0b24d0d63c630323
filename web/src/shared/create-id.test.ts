import { afterEach, expect, test, vi } from 'vitest';
import { createId } from './create-id.js';

afterEach(() => vi.unstubAllGlobals());

test('creates different ids on a site without HTTPS', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const ids = [createId(), createId()];
  expect(ids).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(ids[0]).not.toBe(ids[1]);
});
