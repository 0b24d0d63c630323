import { readStored, store } from '../../../shared/browser/storage.js';

const storageKey = 'recent-emoji';
const maxRecent = 24;

/** The last emoji that were inserted in this browser, the latest first. */
export const recentEmojis = (): string[] => (readStored(storageKey) ?? '').split(' ').filter((one) => one !== '');

export function rememberEmoji(character: string): void {
  const others = recentEmojis().filter((other) => other !== character);
  store(storageKey, [character, ...others].slice(0, maxRecent).join(' '));
}
