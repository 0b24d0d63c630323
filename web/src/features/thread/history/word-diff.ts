import { diffWordsWithSpace } from 'diff';

export interface Piece {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** The work grows with the square of the differences, which nobody reads word by word beyond this. */
const maxDifferences = 1_000;

export function wordDiff(before: string, after: string): Piece[] {
  const found = diffWordsWithSpace(before, after, { maxEditLength: maxDifferences });
  if (!found) return [piece('removed', before), piece('added', after)];
  return found.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

const piece = (kind: Piece['kind'], text: string): Piece => ({ kind, text });
