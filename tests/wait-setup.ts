import { vi } from 'vitest';

const timeoutMs = 30_000;

// Busy machines take longer than Vitest's default of one second. Tests wait for a state, so this limit only bounds the
// wait.
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: timeoutMs, ...options });
