import { describe, expect, it } from 'vitest';
import { findQuery } from './query.js';

describe('detecting a mention during typing', () => {
  it.each([
    ['@Mi|', { start: 0, typedText: 'Mi' }],
    ['Hello @mila|', { start: 6, typedText: 'mila' }],
    ['(@b_2|) and more', { start: 1, typedText: 'b_2' }],
    ['one\n@x|', { start: 4, typedText: 'x' }],
    ['🏰@Mi|', { start: 2, typedText: 'Mi' }],
    ['谢谢@Mi|', { start: 2, typedText: 'Mi' }],
    ['谢谢＠Mi|帮忙', { start: 2, typedText: 'Mi' }],
    ['（@Mi|）', { start: 1, typedText: 'Mi' }],
    ['**@Mi|**', { start: 2, typedText: 'Mi' }],
    ['`x` @Mi|', { start: 4, typedText: 'Mi' }],
    ['```\nx\n```\n@Mi|', { start: 10, typedText: 'Mi' }],
    [`@Mi| ${'and more '.repeat(10)}`, { start: 0, typedText: 'Mi' }],
  ])('finds a mention before the caret: %s', (drawn, query) => {
    expect(findQuery(drawn.replace('|', ''), drawn.indexOf('|'))).toEqual({ kind: 'member', ...query });
  });

  it.each([
    '@|',
    'x@Mi|',
    'привет@Mi|',
    '/@Mi|',
    '@Mi|la',
    '@Mila |',
    '|@Mila',
    '@ThisNameIsFarTooLong|',
    'no mention|',
    '/home/@Mi|',
    'www.example.org/-@Mi|',
    '`@Mi|',
    '`@Mi|`',
    '`` ` @Mi|',
    '```\n@Mi|',
    '~~~\nx\n@Mi|',
    '\\@Mi|',
  ])('finds no mention before the caret: %s', (drawn) => {
    expect(findQuery(drawn.replace('|', ''), drawn.indexOf('|'))).toBeNull();
  });
});

describe('detecting an emoji or a thread during typing', () => {
  it.each([
    [':ta|', { kind: 'emoji', start: 0, typedText: 'ta' }],
    ['Nice :+1|', { kind: 'emoji', start: 5, typedText: '+1' }],
    ['Bad :-1|', { kind: 'emoji', start: 4, typedText: '-1' }],
    ['(:Tada|)', { kind: 'emoji', start: 1, typedText: 'Tada' }],
    ['🏰:castle|', { kind: 'emoji', start: 2, typedText: 'castle' }],
    ['#ca|', { kind: 'thread', start: 0, typedText: 'ca' }],
    ['See #My new cas|', { kind: 'thread', start: 4, typedText: 'My new cas' }],
    ['> #My|', { kind: 'thread', start: 2, typedText: 'My' }],
    ['(#2 builds|)', { kind: 'thread', start: 1, typedText: '2 builds' }],
    ['# About #cast|', { kind: 'thread', start: 8, typedText: 'cast' }],
    ['#castle @mi|', { kind: 'member', start: 8, typedText: 'mi' }],
    ['#castle :ta|', { kind: 'emoji', start: 8, typedText: 'ta' }],
  ])('finds the query before the caret: %s', (drawn, query) => {
    expect(findQuery(drawn.replace('|', ''), drawn.indexOf('|'))).toEqual(query);
  });

  it.each([
    '# Heading|',
    '## Heading|',
    '#|',
    '#c|',
    '#cas|tle',
    'a#castle|',
    '/forums/thread/7#post|',
    '\\#castle|',
    '`#castle|`',
    '#castle  wall|',
    '#one\ntwo|',
    `#${'x'.repeat(41)}|`,
    '&#39|',
    '[a](#castle|',
    ':|',
    ':a|',
    '10:30|',
    'http://a|',
    'https://x:80|',
    '::ta|',
    '\\:tada|',
    '`:tada|',
    'a:tada|',
    ':ta da|',
    ':-D|',
    ':-P|',
    ':-x|',
    ':+10|',
    ':_a|',
    '#12|',
    '#1 |',
    'We are #1 1|',
  ])('finds no query before the caret: %s', (drawn) => {
    expect(findQuery(drawn.replace('|', ''), drawn.indexOf('|'))).toBeNull();
  });
});
