import { descriptionLimits, textColours, type DescriptionPart } from '@guildhall/domain/status/description.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDescription } from './description.js';

const buildPart = (text: string, colour: DescriptionPart['colour'] = null, ...styles: DescriptionPart['styles']) => ({
  text,
  colour,
  styles,
});

test.each<[string, unknown, DescriptionPart[]]>([
  ['a plain text', 'Hello', [buildPart('Hello')]],
  [
    'codes',
    '§6Gold §lbold §rplain',
    [buildPart('Gold ', 'gold'), buildPart('bold ', 'gold', 'bold'), buildPart('plain')],
  ],
  ['a colour that ends a style', '§l§cA§aB', [buildPart('A', 'red'), buildPart('B', 'green')]],
  ['unknown codes', 'A§zB§k§gC§', [buildPart('ABC§')]],
  ['a spelled colour', '§x§f§f§a§a§0§0Gold', [buildPart('Gold', 'gold')]],
  [
    'a component',
    { text: 'A', color: 'aqua', bold: true, extra: ['B', { text: 'C', bold: false }] },
    [buildPart('AB', 'aqua', 'bold'), buildPart('C', 'aqua')],
  ],
  ['a hexadecimal colour', { text: 'A', color: '#5656FE' }, [buildPart('A', 'blue')]],
  [
    'a list',
    [{ text: 'A', color: 'red' }, 'B', { text: 'C', color: 'white' }],
    [buildPart('AB', 'red'), buildPart('C', 'white')],
  ],
  [
    'a list that begins with a text',
    ['A', { text: 'B', italic: true }],
    [buildPart('A'), buildPart('B', null, 'italic')],
  ],
  ['a translated text', { translate: 'x.y', fallback: 'Hello' }, [buildPart('Hello')]],
  ['two lines, and no third', 'A  \n§cB\nC', [buildPart('A \n'), buildPart('B', 'red')]],
  ['control characters', 'A\u202eB\u0000\tC\u{e000}', [buildPart('ABC')]],
  ['markup', '<img src=x onerror=alert(1)>', [buildPart('<img src=x onerror=alert(1)>')]],
  ['a colour that does not exist', { text: 'A', color: 'url(//evil.example)' }, [buildPart('A')]],
  ['inherited properties', JSON.parse('{"__proto__":{"text":"A"},"color":"constructor"}'), []],
  ['a number', 7, []],
  ['nothing', undefined, []],
])('reads %s', (_, source, expected) => {
  expect(readDescription(source)).toEqual(expected);
});

const isWithinLimits = (parts: DescriptionPart[]): boolean => {
  const text = parts.map((part) => part.text).join('');
  return (
    parts.length <= descriptionLimits.parts &&
    [...text].length <= descriptionLimits.characters &&
    text.split('\n').length <= descriptionLimits.lines &&
    text.isWellFormed() &&
    parts.every(({ colour }) => colour === null || textColours.includes(colour))
  );
};

test('a description stays within its limits for any value', () => {
  const component = fc.letrec((tie) => ({
    node: fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.record(
        {
          text: fc.string(),
          color: fc.constantFrom('red', '#123456', 7),
          extra: fc.array(tie('node'), { maxLength: 4 }),
        },
        { requiredKeys: [] },
      ),
      fc.array(tie('node'), { maxLength: 4 }),
    ),
  })).node;
  fc.assert(fc.property(fc.oneof(component, fc.jsonValue()), (source) => isWithinLimits(readDescription(source))));
});

test('a description stays within its limits for long and deeply nested texts', () => {
  let deep: unknown = 'deep';
  for (let n = 0; n < 5_000; n++) deep = { text: 'x', extra: [deep] };
  const colourful = '§aA§bB'.repeat(16_000);
  for (const source of [
    deep,
    colourful,
    { extra: Array(9_000).fill(colourful) },
    'x'.repeat(98_000),
    '\n'.repeat(98_000),
  ])
    expect(isWithinLimits(readDescription(source))).toBe(true);
});
