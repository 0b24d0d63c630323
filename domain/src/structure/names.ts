import { limits } from '../limits.js';
import { foldName } from '../account/names.js';

const reservedNames = new Set(['thread', 'threads', 'new', 'feed.atom']);

const latinLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
};

/** Ignores case, width and Unicode form. */
export const toPlaceKey = (name: string): string => foldName(name);

export const isReservedName = (name: string): boolean => reservedNames.has(toPlaceKey(name));

/** Browsers, proxies and messengers may normalize `／` and `．．` to the ASCII characters that these resemble. */
export function fitsInAddress(name: string): boolean {
  const key = toPlaceKey(name);
  return !/[\p{C}\p{Zl}\p{Zp}/\\?#%]/u.test(name + key) && !/^[.\s]*$/.test(key);
}

export function suggestPlaceName(displayName: string, takenNames: readonly string[] = []): string {
  const asciiName = displayName
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßæœøđðþłħı]/g, (letter) => latinLetters[letter] ?? letter)
    .replace(/['’ʼ\p{Cf}]/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^[-\p{M}]+|-+$/gu, '');
  if (asciiName === '') return '';
  const usedKeys = new Set(takenNames.map(toPlaceKey));
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`;
    const name = truncateName(asciiName, limits.sectionName.max - suffix.length) + suffix;
    if (!usedKeys.has(toPlaceKey(name)) && !isReservedName(name)) return name;
  }
}

function truncateName(name: string, max: number): string {
  if (name.length <= max) return name;
  const start = name.slice(0, max + 1);
  const lastHyphen = start.lastIndexOf('-');
  return lastHyphen > 0 ? start.slice(0, lastHyphen) : (start.slice(0, max).match(/^.*(?=\P{M}\p{M}*$)/su)?.[0] ?? '');
}
