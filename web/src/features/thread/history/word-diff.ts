import { diffWordsWithSpace } from 'diff';

export interface Piece {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** The work grows with the square of the differences, and nobody reads more of them word by word. */
const maxDifferences = 1_000;

/** Compares two texts word by word; texts that differ too much are replaced as a whole. */
export function wordDiff(before: string, after: string): Piece[] {
  const found = diffWordsWithSpace(before, after, { maxEditLength: maxDifferences });
  if (!found) return [piece('removed', before), piece('added', after)];
  return found.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

const piece = (kind: Piece['kind'], text: string): Piece => ({ kind, text });
