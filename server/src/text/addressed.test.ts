import { expect, test } from 'vitest';
import { findAddressed, maxAddressed } from './addressed.js';

const ids = new Map([
  ['anna', 101],
  ['bram', 102],
]);
const findAddressedIds = (text: string) => findAddressed(text, (written) => ids.get(written.toLowerCase()) ?? null);

test('finds each mentioned member once, except in code and quotations', () => {
  expect(findAddressedIds('Ask @Anna and @bram, or @anna again, or @nobody.').mentions).toEqual([101, 102]);
  expect(findAddressedIds('`@anna` and mail@bram.org').mentions).toEqual([]);
  expect(findAddressedIds('> @anna wrote:\n> hello\n\nYes, @bram').mentions).toEqual([102]);
});

test('finds quoted posts by the link in the quotation', () => {
  const quote = (path: string) => `> @anna [wrote](${path}):\n> hello\n\nYes`;
  expect(findAddressedIds(quote('/forums/thread/10#post-20')).quotes).toEqual([20]);
  expect(findAddressedIds(quote('https://forum.example/forums/thread/10')).quotes).toEqual([10]);
  expect(findAddressedIds('See [there](/forums/thread/10#post-20)').quotes).toEqual([]);
  expect(findAddressedIds(quote('/profile/anna')).quotes).toEqual([]);
});

test('limits the number of mentioned members', () => {
  const manyMentions = Array.from({ length: 50 }, (_, n) => `@user${100 + n}`).join(' ');
  const { mentions } = findAddressed(manyMentions, (written) => Number(written.slice(4)));
  expect(mentions).toHaveLength(maxAddressed);
});
