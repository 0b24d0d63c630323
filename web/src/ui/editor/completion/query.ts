import { canBeMention, mentionSign } from '@guildhall/domain/post/mention.js';
import { isInCode } from '../writing/in-code.js';

/** The trigger character at `start` and the characters after it, up to the caret. */
export interface CompletionQuery {
  kind: 'member' | 'thread' | 'emoji';
  start: number;
  typedText: string;
}

const maxNameLength = 16;
const maxTitleLength = 40;
const patterns = {
  member: new RegExp(`${mentionSign}([A-Za-z0-9_]{1,${maxNameLength}})$`),
  /**
   * Excludes headings, where a space follows the `#`; URL fragments, where a letter or the link's bracket precedes it;
   * and numbers alone.
   */
  thread: new RegExp(
    `(?<![^\\s([{"'>*_~|]|\\]\\()#(?=.*\\p{L})([\\p{L}\\p{N}](?:[^\\n#](?<!  )){1,${maxTitleLength - 1}})$`,
    'u',
  ),
  /** No letter or digit may precede the colon, as in a time or a URL. Excludes emoticons such as `:-D`. */
  emoji: /(?<![\p{L}\p{N}:/\\]):([a-z0-9][a-z0-9_+-]{1,29}|[+-]1)$/iu,
};
const maxPatternLength = maxTitleLength + 2;
const kinds = ['member', 'emoji', 'thread'] as const;

/** The server detects mentions by the same rule. */
export function findQuery(text: string, caret: number): CompletionQuery | null {
  if (/^[A-Za-z0-9_]/.test(text.slice(caret))) return null;
  for (const kind of kinds) {
    const typedText = patterns[kind].exec(text.slice(Math.max(0, caret - maxPatternLength), caret))?.[1];
    if (typedText === undefined) continue;
    const start = caret - typedText.length - 1;
    const precedingText = text.slice(0, start);
    const isAllowed = kind !== 'member' || canBeMention(precedingText, text.slice(start + 1));
    if (isAllowed && !precedingText.endsWith('\\') && !isInCode(precedingText)) return { kind, start, typedText };
  }
  return null;
}
