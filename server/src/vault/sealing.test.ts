import { createHmac, hkdfSync } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAuthorKey, parseAuthor, openText, sealText } from './sealing.js';

const steve = createAuthorKey(5, new Uint8Array(32).fill(1));
const alex = createAuthorKey(6, new Uint8Array(32).fill(2));

test('opening a sealed text restores the original', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      (text, id) => {
        const author = createAuthorKey(id, new Uint8Array(32).fill(3));
        const sealedText = sealText(author, text);
        expect(openText(author, sealedText)).toBe(text);
        expect(parseAuthor(sealedText)).toBe(id);
        expect(sealedText).toMatch(/^~\d+\.[A-Za-z0-9_-]{38,}$/);
      },
    ),
  );
});

test('sealing is deterministic for the same text and author, and only then', () => {
  expect(sealText(steve, 'Hello')).toBe(sealText(createAuthorKey(5, new Uint8Array(32).fill(1)), 'Hello'));
  const otherTexts = [
    sealText(steve, 'Hello'),
    sealText(steve, 'Hello!'),
    sealText(alex, 'Hello'),
    sealText(steve, ''),
  ];
  expect(new Set(otherTexts.map((sealed) => sealed.split('.')[1]?.slice(0, 16))).size).toBe(4);
});

test('the sealed form is compatible with existing logs', () => {
  expect(sealText(steve, 'Hello')).toBe('~5.ePPSK0Y21847co2wUXnAoGRoVwCJJutB3HLE_b9XUgUO');
});

test("the nonce is the beginning of the text's HMAC, whatever characters it contains", () => {
  const key = new Uint8Array(32).fill(1);
  const nonceKey = new Uint8Array(hkdfSync('sha256', key, '', 'guildhall text nonce', 32));
  for (const text of ['', 'Hello', 'é'.repeat(40), '🎲'.repeat(5_000), 'a\0b', 'x'.repeat(63), 'x'.repeat(64)]) {
    const nonce = createHmac('sha256', nonceKey).update(text, 'utf8').digest().subarray(0, 12);
    expect(sealText(steve, text).slice(3, 19), text).toBe(nonce.toString('base64url'));
  }
});

test('does not open a sealed text if any character was changed, added or removed', () => {
  const sealedText = sealText(steve, 'Hello there');
  for (let i = 0; i < sealedText.length; i++) {
    // The last character has unused bits, but flipping its highest bit always changes a byte.
    const replacement = sealedText[i] === 'A' ? 'g' : 'A';
    expect(() => openText(steve, sealedText.slice(0, i) + replacement + sealedText.slice(i + 1))).toThrow();
    expect(() => openText(steve, sealedText.slice(0, i))).toThrow();
  }
  expect(() => openText(steve, `${sealedText}AAAA`)).toThrow();
});

test('does not open a sealed text as another author or with another key', () => {
  const sealedText = sealText(steve, 'Hello');
  expect(() => openText(alex, sealedText)).toThrow('cannot be decrypted as 6');
  expect(() => openText(alex, sealedText.replace('~5.', '~6.'))).toThrow();
  expect(() => openText(createAuthorKey(6, new Uint8Array(32).fill(1)), sealedText.replace('~5.', '~6.'))).toThrow();
});

test('rejects an unsealed text instead of guessing its author', () => {
  for (const text of ['', '~', '~.', '~0.AA', '~-1.AA', '~1', '~1e99.AA', '5.AA', 'Hello. There']) {
    expect(() => parseAuthor(text), text).toThrow('Not a sealed text');
  }
});
