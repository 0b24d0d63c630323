const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const codeSpan = /(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g;
const maxLineLength = 1_000;

/** Ignores indented code, which only the server parses. */
export function isInCode(before: string): boolean {
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
