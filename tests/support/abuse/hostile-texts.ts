import { limits } from '@guildhall/domain/limits.js';
import { longText, tablesText } from '../processes/harmful-texts.js';

const repeatToLimit = (part: string) =>
  part.repeat(Math.ceil(limits.content.max / part.length)).slice(0, limits.content.max);

export const hostileTexts: readonly string[] = [
  tablesText,
  longText(0),
  ...[
    '>',
    '> ',
    '- ',
    '  - a\n',
    '*',
    '**a ',
    '_a_',
    '***',
    '[',
    '![',
    '](',
    '[a](',
    '<',
    '<!--',
    '&',
    '&amp;',
    '&#0;',
  ],
  ...['`', '``a`', '~~~\n', '|', '|-', '[a]: b\n', '[a][', '\\', '\u202e', '\u0301', '👩‍👩‍👧', 'a@b.c ', 'http://a.b '],
  ...['@Anna ', '# a\n', '---\n', '1. a\n', '\n\n', '  \n', '\t', '"', "''", 'a_b_', '*a_ '],
].map((part) => (part.length > 100 ? part : repeatToLimit(part)));

export const hostileQueries: readonly string[] = [
  ...['"', '""', 'a OR ', 'NEAR(', '*', '(', ')', 'a*', '-a', 'author:', 'prefix:', 'title:a ', '\u0000', '%', '_'],
].flatMap((part) => [part, part.repeat(100).slice(0, 200)]);
