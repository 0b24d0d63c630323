import type { Format } from './format.js';

export interface Shortcut {
  /** The key's code if the shortcut includes Shift, because the character then depends on the keyboard layout. */
  key: string;
  shift?: boolean;
  /** The key as members see it, after `Ctrl+` or `Cmd+`. */
  label: string;
}

interface Tool {
  format: Format;
  shortcut?: Shortcut;
}

const createLetterShortcut = (key: string): Shortcut => ({ key, label: key.toUpperCase() });

export const tools: readonly Tool[] = [
  { format: 'bold', shortcut: createLetterShortcut('b') },
  { format: 'italic', shortcut: createLetterShortcut('i') },
  { format: 'link', shortcut: createLetterShortcut('k') },
  { format: 'quote', shortcut: { key: 'Period', shift: true, label: 'Shift+.' } },
  { format: 'code', shortcut: createLetterShortcut('e') },
  { format: 'list', shortcut: { key: 'Digit8', shift: true, label: 'Shift+8' } },
  { format: 'tasks' },
  { format: 'spoiler' },
];

export const shapes = {
  bold: 'M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z',
  italic: 'M10 5h7M7 19h7M14 5l-4 14',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-.8.8M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l.8-.8',
  quote: 'M5 6v12M10 8h9M10 12h9M10 16h5',
  code: 'M8.5 7L4 12l4.5 5M15.5 7l4.5 5-4.5 5',
  list: 'M9 7h11M9 12h11M9 17h11M4.5 7h.01M4.5 12h.01M4.5 17h.01',
  tasks: 'M4 5h6v6H4zM13 8h7M4 14h6v6H4zM5.5 17l1.2 1.2L8.8 16M13 17h7',
  spoiler:
    'M4 4l16 16M10 6.3A9 9 0 0 1 21 12a14 14 0 0 1-2.6 3.4M6.2 8.1A14 14 0 0 0 3 12a9.5 9.5 0 0 0 13 4.6M10 10a3 3 0 0 0 4 4',
  pictures: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 10v9',
  emoji: 'M20 12a8 8 0 1 1-16 0 8 8 0 0 1 16 0zM9 10h.01M15 10h.01M8.5 14a4.2 4.2 0 0 0 7 0',
  help: 'M20 12a8 8 0 1 1-16 0 8 8 0 0 1 16 0zM9.8 9.8a2.3 2.3 0 1 1 3.4 2c-.8.5-1.2 1-1.2 1.9M12 16.3h.01',
} as const;

/** On a Mac, Ctrl with a letter moves the caret. */
export const usesCommandKey = (): boolean => /Macintosh|iPhone|iPad/.test(navigator.userAgent);

export function findToolByKeys(event: KeyboardEvent): Tool | undefined {
  const isHeld = usesCommandKey() ? event.metaKey && !event.ctrlKey : event.ctrlKey || event.metaKey;
  if (!isHeld || event.altKey) return undefined;
  const pressedKey = event.shiftKey ? event.code : findLetter(event);
  return tools.find(({ shortcut }) => shortcut?.key === pressedKey && (shortcut.shift ?? false) === event.shiftKey);
}

/** Keyboards for other scripts, such as Cyrillic, have their own letter on the key. */
const findLetter = ({ key, code }: KeyboardEvent): string =>
  (/^\p{ASCII}+$/u.test(key) ? key : code.replace(/^Key/, '')).toLowerCase();
