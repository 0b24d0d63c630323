import { describe, expect, it } from 'vitest';
import { getGapBefore } from '../../../ui/editor/insert-text.js';
import { formatQuote } from './quote.js';

describe('quoting a reply', () => {
  it('a quote names the author, links to the reply and quotes every line', () => {
    expect(formatQuote({ name: 'Mila', text: 'One\n\nTwo ', link: '/forums/thread/7#post-9' })).toBe(
      '> @Mila [wrote ↑](/forums/thread/7#post-9)\n>\n> One\n>\n> Two\n\n',
    );
  });

  it('a quote does not mention an author whose account is erased', () => {
    expect(formatQuote({ name: '[deleted]', text: 'One', link: '/forums/thread/7' })).toMatch(
      /^> \[deleted\] \[wrote ↑\]/,
    );
  });

  it.each([
    ['', ''],
    ['  ', ''],
    ['Hello', '\n\n'],
    ['Hello\n', '\n'],
    ['Hello\n\n', ''],
  ])('starts a quote in a new paragraph after %j', (before, gap) => {
    expect(getGapBefore(before)).toBe(gap);
  });
});
