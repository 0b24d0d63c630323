import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { eventTypes, kindOf, upcastEvent, streams, type EventType } from './events.js';
import { samples } from './testing/samples.js';

describe('events of every version ever written', () => {
  test.each(Object.entries(samples))('upcasts %s to a known type', (type, data) => {
    const lifted = upcastEvent(type, data);
    expect(eventTypes).toContain(lifted?.type);
    if (eventTypes.includes(type as never)) expect(lifted).toEqual({ type, data });
  });

  test('skips a type of a later version of Guildhall', () => {
    expect(upcastEvent('CakeBaked.v9', {})).toBeNull();
    expect(upcastEvent('toString', {})).toBeNull();
  });
});

describe('docs/events.md', () => {
  const rows = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()));

  test('names every type once, in the order of the code', () => {
    expect(rows.map(([, type]) => type?.replaceAll('`', ''))).toEqual(eventTypes);
  });

  test.each(rows.map(([, type = '', stream = '', fields = '']) => [type.replaceAll('`', ''), stream, fields]))(
    '%s has the stream and the fields of the code',
    (type, stream, fields) => {
      const names = fields.split(',').map((field) => field.replace('(sealed)', '').trim());
      expect(names).toEqual(Object.keys(samples[type as keyof typeof samples]));
      const known = Object.values(streams).map((it) =>
        typeof it === 'string' ? it : (it as (...ids: string[]) => string)('id', 'id'),
      );
      expect(known).toContain(stream);
    },
  );
});

test.each([
  ['MemberBanned.v1', 'MemberBanned'],
  ['MemberBanned.v12', 'MemberBanned'],
  ['Odd.v1.v2', 'Odd.v1'],
])('the kind of %s is %s', (type, kind) => {
  expect(kindOf(type as EventType)).toBe(kind);
});
