import { expect, test, vi } from 'vitest';
import { isPublicAddress, lookupPublic, mayBePublic } from './public-lookup.js';

const privateAddresses = [
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '192.0.2.1',
  '240.0.0.1',
  '198.18.0.1',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  '2001:db8::1',
  '::127.0.0.1',
  '::7f00:1',
  '1::1',
  '4000::1',
];

test.each(privateAddresses)('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['1.1.1.1', '142.250.185.74', '2606:4700::1111', '::ffff:1.1.1.1'])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::127.0.0.1]/',
])('rejects %s without resolving it', (url) => {
  expect(mayBePublic(new URL(url))).toBe(false);
});

test('a name that resolves to a private address cannot be used for a connection', async () => {
  for (const all of [true, false]) {
    const callback = vi.fn();
    lookupPublic('localhost', { all }, callback);
    await vi.waitFor(() => expect(callback).toHaveBeenCalledOnce());
    expect(callback.mock.calls[0]?.[0]).toMatchObject({ message: 'The address is not on the public internet' });
  }
});
