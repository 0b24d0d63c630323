import { describe, expect, it } from 'vitest';
import { gapBefore, withoutQuotes, quoteOf } from './quote.js';

describe('A quote', () => {
  it('names who wrote it, leads to the post, and quotes every line.', () => {
    expect(quoteOf({ name: 'Mila', text: 'One\n\nTwo ', link: '/forums/thread/7#post-9' })).toBe(
      '> @Mila wrote: [see post](/forums/thread/7#post-9)\n>\n> One\n>\n> Two\n\n',
    );
  });

  it('mentions nobody whose account is gone.', () => {
    expect(quoteOf({ name: '[deleted]', text: 'One', link: '/forums/thread/7' })).toMatch(/^> \[deleted\] wrote:/);
  });

  it('of a whole post leaves out what that post quotes, unless there is nothing else.', () => {
    expect(withoutQuotes('> @Bram wrote:\n> No.\n\nYes.\n\n> and\nso on')).toBe('Yes.\n\nso on');
    expect(withoutQuotes('> only this')).toBe('> only this');
  });

  it.each([
    ['', ''],
    ['  ', ''],
    ['Hello', '\n\n'],
    ['Hello\n', '\n'],
    ['Hello\n\n', ''],
  ])('begins a paragraph of its own after %j', (before, gap) => {
    expect(gapBefore(before)).toBe(gap);
  });
});
