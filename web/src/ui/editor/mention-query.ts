import { canBeMention, mentionSign } from '@guildhall/domain/post/mention.js';

export interface MentionQuery {
  start: number;
  typed: string;
}

const maxNameLength = 16;
const typedName = new RegExp(`${mentionSign}([A-Za-z0-9_]{1,${maxNameLength}})$`);

/** Must follow the same rule as the server. */
export function mentionAt(text: string, caret: number): MentionQuery | null {
  const typed = typedName.exec(text.slice(Math.max(0, caret - maxNameLength - 1), caret))?.[1];
  if (typed === undefined || /^[A-Za-z0-9_]/.test(text.slice(caret))) return null;
  const start = caret - typed.length - 1;
  const before = text.slice(0, start);
  return canBeMention(before, text.slice(start + 1)) && !before.endsWith('\\') && !isInCode(before)
    ? { start, typed }
    : null;
}

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const codeSpan = /(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g;
const maxLineLength = 1_000;

/** Ignores indented code, which only the server parses. */
function isInCode(before: string): boolean {
  const lines = before.split('\n');
  let open: string | null = null;
  for (const line of lines) {
    const [, sign = '', rest = ''] = fence.exec(line) ?? [];
    if (open === null) open = sign === '' || (sign.startsWith('`') && rest.includes('`')) ? null : sign;
    else if (sign.startsWith(open) && rest.trim() === '') open = null;
  }
  const line = lines.at(-1)?.slice(-maxLineLength) ?? '';
  return open !== null || line.replace(codeSpan, '').includes('`');
}
