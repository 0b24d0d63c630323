import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { eventTypes, stripVersion, upcastEvent, streams, type EventType } from './events.js';
import { samples } from './testing/samples.js';

describe('event upcasting', () => {
  test.each(Object.entries(samples))('upcasts %s to a known event type', (type, data) => {
    const upcastedEvent = upcastEvent(type, data);
    expect(eventTypes).toContain(upcastedEvent?.type);
    if (eventTypes.includes(type as never)) expect(upcastedEvent).toEqual({ type, data });
  });

  test('skips event types from a later Guildhall version', () => {
    expect(upcastEvent('CakeBaked.v9', {})).toBeNull();
    expect(upcastEvent('toString', {})).toBeNull();
  });
});

describe('docs/events.md', () => {
  const rows = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()));

  test('lists every event type once, in the same order as the code', () => {
    expect(rows.map(([, type]) => type?.replaceAll('`', ''))).toEqual(eventTypes);
  });

  test.each(rows.map(([, type = '', stream = '', fields = '']) => [type.replaceAll('`', ''), stream, fields]))(
    'documents the stream and fields of %s as they are in the code',
    (type, stream, fields) => {
      const names = fields.split(',').map((field) => field.replace('(sealed)', '').trim());
      expect(names).toEqual(Object.keys(samples[type as keyof typeof samples]));
      const streamNames = Object.values(streams).map((definition) =>
        typeof definition === 'string' ? definition : (definition as (...ids: string[]) => string)('id', 'id'),
      );
      expect(streamNames).toContain(stream);
    },
  );
});

test.each([
  ['MemberBanned.v1', 'MemberBanned'],
  ['MemberBanned.v12', 'MemberBanned'],
  ['Odd.v1.v2', 'Odd.v1'],
])('strips the version from %s, leaving %s', (type, kind) => {
  expect(stripVersion(type as EventType)).toBe(kind);
});
