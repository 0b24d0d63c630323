/** A name that is being typed after an `@`: the index of the `@`, and the text that follows it. */
export interface MentionQuery {
  start: number;
  typed: string;
}

const maxNameLength = 16;
/** The server's rule for mentions: no letter, slash or dot before the `@`, which would make it an address. */
const pattern = /(?:^|[^\p{L}\p{N}_@/.])@([A-Za-z0-9_]{1,16})$/u;

/** The mention that ends at the caret, if there is one. */
export function mentionAt(text: string, caret: number): MentionQuery | null {
  const before = text.slice(Math.max(0, caret - maxNameLength - 3), caret);
  const typed = pattern.exec(before)?.[1];
  if (typed === undefined || /^[A-Za-z0-9_]/.test(text.slice(caret))) return null;
  return { start: caret - typed.length - 1, typed };
}
