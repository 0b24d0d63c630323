import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copyText } from './clipboard.js';

// On a site without HTTPS, browsers have no clipboard.
beforeEach(() => void vi.stubGlobal('navigator', {}));
afterEach(() => vi.unstubAllGlobals());

test('copies a text on a site without HTTPS', async () => {
  const setData = vi.fn();
  const execCommand = (command: string) =>
    document.dispatchEvent(Object.assign(new Event(command, { cancelable: true }), { clipboardData: { setData } }));
  Object.assign(document, { execCommand });
  await copyText('play.example.org');
  expect(setData.mock.calls).toEqual([['text/plain', 'play.example.org']]);
  execCommand('copy');
  expect(setData).toHaveBeenCalledOnce();
});

test('rejects if the browser does not permit copying on a site without HTTPS', async () => {
  await expect(copyText('play.example.org')).rejects.toThrow('The browser did not copy the text.');
});
