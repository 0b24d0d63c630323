/**
 * In these scripts, a mention may directly follow a letter. They include Tibetan, which separates syllables rather than
 * words, but not Hangul, which uses spaces.
 */
const unspacedScripts = [
  'Han',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Yi',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Tibetan',
  'Javanese',
  'Balinese',
  'Tai_Le',
  'New_Tai_Lue',
  'Tai_Tham',
  'Tai_Viet',
];
const unspacedLetter = `[${unspacedScripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`;

export const mentionSign = '[@＠]';
export const mentionName = '[A-Za-z0-9_]{3,16}(?:(?![A-Za-z0-9_])|(?=_+(?![A-Za-z0-9_])))';

const accents = /[\p{Mn}\p{Mc}]+$/u;
const endOfSpacedWord = new RegExp(`(?!${unspacedLetter}|\\p{Extended_Pictographic})[\\p{L}\\p{Nd}\\p{Nl}]$`, 'u');
const endOfUnspaced = new RegExp(`${unspacedLetter}$`, 'u');
/** A URL or an email address ends at white space, a closing bracket, or non-ASCII punctuation. */
const endOfAddress = /[\s\p{Cc}\p{Cf}<>"`)\]}]|(?=[^\0-\x7f])\p{P}/u;
const urlPattern = /:\/\/|(?:^|[^\p{L}\p{N}])(?:www\.|mailto:)|[\p{L}\p{N}]\.\p{L}{2,}(?::\d+)?[/?#]/iu;
const pathPattern = /^['(*_[]*(?:(?:~|\.{1,2})?\/|[A-Za-z]:[/\\]|\\\\)|[/\\]$/u;
const afterMentions = /(?:^|[^\p{L}\p{N}_/\\.])(?:@[A-Za-z0-9_]{3,16}\/)+$/u;
const localPart = /[\p{L}\p{N}][_%+-]*$/u;
const host = String.raw`[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}(?![A-Za-z0-9_])`;
const emailHost = new RegExp(`^${host}`);
const packagePath = /^[A-Za-z0-9_]+\/[a-z]/;
/** `@name@example.org` is an account on a federated network. */
const accountAtHost = new RegExp(`^[A-Za-z0-9_.-]+@${host}`);

const maxLookAround = 200;

/** Returns false within an email address, URL or path, and directly after a letter or digit. The caller skips code. */
export function canBeMention(before: string, after = ''): boolean {
  const textBefore = before.slice(-maxLookAround);
  if (endOfSpacedWord.test(textBefore.replace(accents, ''))) return false;
  const textAfter = after.slice(0, maxLookAround);
  if (
    packagePath.test(textAfter) ||
    accountAtHost.test(textAfter) ||
    (localPart.test(textBefore) && emailHost.test(textAfter))
  )
    return false;
  const lastWord = textBefore.split(endOfAddress).at(-1) ?? '';
  const isInUrl = urlPattern.test(lastWord) && !endOfUnspaced.test(lastWord);
  return !isInUrl && (!pathPattern.test(lastWord) || (afterMentions.test(lastWord) && !lastWord.startsWith('/')));
}
