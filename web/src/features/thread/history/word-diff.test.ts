import { expect, test } from 'vitest';
import { wordDiff } from './word-diff.js';

test('reports added and removed text word by word, with all that stayed', () => {
  expect(wordDiff('keep the old pier', 'keep the new pier')).toEqual([
    { kind: 'same', text: 'keep the ' },
    { kind: 'removed', text: 'old' },
    { kind: 'added', text: 'new' },
    { kind: 'same', text: ' pier' },
  ]);
  expect(wordDiff('same', 'same')).toEqual([{ kind: 'same', text: 'same' }]);
});
