import { expect, test } from 'vitest';
import { diffWords } from './word-diff.js';

test('reports added, removed and unchanged content word by word', () => {
  expect(diffWords('keep the old pier', 'keep the new pier')).toEqual([
    { kind: 'same', text: 'keep the ' },
    { kind: 'removed', text: 'old' },
    { kind: 'added', text: 'new' },
    { kind: 'same', text: ' pier' },
  ]);
  expect(diffWords('same', 'same')).toEqual([{ kind: 'same', text: 'same' }]);
});

test('replaces very different versions as a whole without losing any character', () => {
  const formatWords = (prefix: string) => Array.from({ length: 600 }, (_, n) => `${prefix}${n}`).join(' ');
  const [before, after] = [formatWords('a'), formatWords('b')];
  expect(diffWords(before, after)).toEqual([
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ]);
  const changedText = before.replace('a100 ', 'b100 ').replace('a300 ', '');
  const pieces = diffWords(before, changedText);
  expect(pieces.filter(({ kind }) => kind !== 'same').length).toBeLessThan(6);
  const formatText = (kind: string) =>
    pieces.flatMap((piece) => (['same', kind].includes(piece.kind) ? piece.text : [])).join('');
  expect([formatText('removed'), formatText('added')]).toEqual([before, changedText]);
});
