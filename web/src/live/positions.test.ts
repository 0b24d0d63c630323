import { expect, test } from 'vitest';
import { isOlder, getOlderPosition, toRowPosition } from './positions.js';

const five = '0000abcd.00000000000000000005';
const ten = '0000abcd.00000000000000000010';
const otherLog = 'ffff0000.00000000000000000001';

test('joins from the older of two positions if a page made two requests', () => {
  expect(getOlderPosition(five, ten)).toBe(five);
  expect(getOlderPosition(ten, five)).toBe(five);
  expect(getOlderPosition(null, ten)).toBe(ten);
  expect(getOlderPosition(ten, null)).toBe(ten);
});

test('does not compare positions of two different logs', () => {
  expect(isOlder(otherLog, five)).toBe(false);
  expect(isOlder(five, otherLog)).toBe(false);
});

test('returns the position of a row without its log', () => {
  expect(toRowPosition(ten)).toBe('00000000000000000010');
  expect(toRowPosition('nonsense')).toBeNull();
});
