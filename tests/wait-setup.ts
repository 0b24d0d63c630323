import { vi } from 'vitest';

const timeoutMs = 30_000;

// A busy machine takes longer than Vitest's second: tests wait for a state, and this only bounds the wait.
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: timeoutMs, ...options });
