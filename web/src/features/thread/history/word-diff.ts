import { diffWordsWithSpace } from 'diff';

export interface Piece {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** The cost is quadratic in the number of differences, and nobody reads more than this many word by word. */
const maxDifferences = 1_000;

export function diffWords(before: string, after: string): Piece[] {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: maxDifferences });
  if (!parts) return [toPiece('removed', before), toPiece('added', after)];
  return parts.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

const toPiece = (kind: Piece['kind'], text: string): Piece => ({ kind, text });
