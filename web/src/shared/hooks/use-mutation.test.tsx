import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../api/api.js';
import { useMutation } from './use-mutation.js';

async function readKeys(contents: unknown[], outcomes: (Error | null)[]): Promise<string[]> {
  const { result } = renderHook(() => useMutation('It failed.'));
  const keys: string[] = [];
  for (const [n, content] of contents.entries()) {
    const outcome = outcomes[n];
    const write = (key: string) => {
      keys.push(key);
      return outcome ? Promise.reject(outcome) : Promise.resolve();
    };
    await act(() => result.current.run(content, write));
  }
  return keys;
}

const networkError = new NetworkError(null);

test("reuses a write's idempotency key until the write succeeds", async () => {
  const [first, second, third] = await readKeys(['a', 'a', 'a'], [networkError, null, null]);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('uses a new idempotency key for different content', async () => {
  const [first, second] = await readKeys(['a', 'b'], [networkError, null]);
  expect(second).not.toBe(first);
});

test('ignores a second run of a mutation while the first is in progress', async () => {
  const { result } = renderHook(() => useMutation<string>('It failed.'));
  let finish = () => {};
  const write = () => new Promise<void>((resolve) => (finish = resolve));
  let firstRun: Promise<boolean> | null = null;
  act(() => void (firstRun = result.current.run('a', write)));
  expect([result.current.busy, result.current.pending]).toEqual([true, 'a']);
  expect(await result.current.run('b', write)).toBe(false);
  finish();
  expect(await act(async () => firstRun)).toBe(true);
  expect([result.current.busy, result.current.pending]).toEqual([false, null]);
});

test("reports a refusal's message, field and conflict, and clears them on the next run", async () => {
  const { result } = renderHook(() => useMutation('It failed.'));
  await act(() => result.current.run(1, () => Promise.reject(new ApiError(412, 'changed-since', 'Too late.', 'name'))));
  expect(result.current).toMatchObject({ fault: 'Too late.', field: 'name', changed: true });
  await act(() => result.current.run(1, () => Promise.reject(networkError)));
  expect(result.current).toMatchObject({ fault: 'It failed.', field: null, changed: false });
  await act(() => result.current.run(1, () => Promise.resolve()));
  expect(result.current.fault).toBeNull();
});
