const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const codeSpan = /(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g;
const maxLineLength = 1_000;

/** Unlike `isInCode`, considers the rest of the line, so that a single backtick does not begin code. */
export function isCodeAt(text: string, index: number): boolean {
  const lineStart = text.lastIndexOf('\n', index - 1) + 1;
  if (isInCode(text.slice(0, lineStart))) return true;
  const from = Math.max(lineStart, index - maxLineLength);
  const [line = ''] = text.slice(from, index + maxLineLength).split('\n', 1);
  return [...line.matchAll(codeSpan)].some(
    ({ 0: span, index: start }) => from + start <= index && index < from + start + span.length,
  );
}

/** Ignores indented code, which only the server parses. */
export function isInCode(precedingText: string): boolean {
  const lines = precedingText.split('\n');
  let open: string | null = null;
  for (const line of lines) {
    const [, sign = '', afterSign = ''] = fence.exec(line) ?? [];
    if (open === null) open = sign === '' || (sign.startsWith('`') && afterSign.includes('`')) ? null : sign;
    else if (sign.startsWith(open) && afterSign.trim() === '') open = null;
  }
  const line = lines.at(-1)?.slice(-maxLineLength) ?? '';
  return open !== null || line.replace(codeSpan, '').includes('`');
}
