import { describe, expect, it } from 'vitest';
import { mentionAt } from './mention-query.js';

describe('detecting a mention during typing', () => {
  it.each([
    ['@Mi|', { start: 0, typed: 'Mi' }],
    ['Hello @mila|', { start: 6, typed: 'mila' }],
    ['(@b_2|) and more', { start: 1, typed: 'b_2' }],
    ['one\n@x|', { start: 4, typed: 'x' }],
    ['🏰@Mi|', { start: 2, typed: 'Mi' }],
    ['谢谢@Mi|', { start: 2, typed: 'Mi' }],
    ['谢谢＠Mi|帮忙', { start: 2, typed: 'Mi' }],
    ['（@Mi|）', { start: 1, typed: 'Mi' }],
    ['**@Mi|**', { start: 2, typed: 'Mi' }],
    ['`x` @Mi|', { start: 4, typed: 'Mi' }],
    ['```\nx\n```\n@Mi|', { start: 10, typed: 'Mi' }],
  ])('finds a mention before the caret: %s', (drawn, found) => {
    expect(mentionAt(drawn.replace('|', ''), drawn.indexOf('|'))).toEqual(found);
  });

  it.each([
    ...['@|', 'x@Mi|', 'привет@Mi|', '/@Mi|', '@Mi|la', '@Mila |', '|@Mila', '@ThisNameIsFarTooLong|', 'no mention|'],
    ...['/home/@Mi|', 'www.example.org/-@Mi|', '`@Mi|', '`@Mi|`', '`` ` @Mi|', '```\n@Mi|', '~~~\nx\n@Mi|', '\\@Mi|'],
  ])('finds no mention before the caret: %s', (drawn) => {
    expect(mentionAt(drawn.replace('|', ''), drawn.indexOf('|'))).toBeNull();
  });
});
