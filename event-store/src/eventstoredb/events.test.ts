import type { JSONRecordedEvent } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { isApplicationEvent, toStoredEvent, toStoredMetadata } from './events.js';
import { Unavailable } from '../port.js';

const recordedEvent: JSONRecordedEvent = {
  streamId: 'thread-1',
  id: '00000000-0000-4000-8000-000000000001',
  revision: 3n,
  type: 'ThreadLocked.v1',
  isJson: true,
  created: new Date(0),
  data: { threadId: 1 },
  metadata: {},
};

test('uses the commit position as the position of an event', () => {
  const position = { commit: 4711n, prepare: 4711n };
  expect(toStoredEvent({ ...recordedEvent, position }, '')).toMatchObject({
    revision: 3,
    position: '00000000000000004711',
  });
});

test('a server that sends no positions is unavailable, and the error states the required version', () => {
  const read = () => toStoredEvent(recordedEvent, '');
  expect(read).toThrow(Unavailable);
  expect(read).toThrow('needs version 22.10 or newer');
  expect(read).toThrow(expect.objectContaining({ outcomeUnknown: false }));
});

test("stores correlation and causation ids under EventStoreDB's metadata names", () => {
  const metadata = { correlationId: 'request', causationId: 'command', actorId: '1' };
  const storedFields = { $correlationId: 'request', $causationId: 'command', actorId: '1' };
  expect(toStoredMetadata(metadata)).toEqual(storedFields);
  const position = { commit: 1n, prepare: 1n };
  expect(toStoredEvent({ ...recordedEvent, metadata: storedFields, position }, '').metadata).toEqual(metadata);
});

test.each([
  ['thread-1', 'ThreadLocked.v1', '', true],
  ['thread-1', '$metadata', '', false],
  ['$$thread-1', 'ThreadLocked.v1', '', false],
  ['blue.thread-1', 'ThreadLocked.v1', '', false],
  ['blue.thread-1', 'ThreadLocked.v1', 'blue.', true],
  ['blue.thread-1', '$>', 'blue.', false],
  ['bluer.thread-1', 'ThreadLocked.v1', 'blue.', false],
  ['thread-1', 'ThreadLocked.v1', 'blue.', false],
])(`recognises a site's events by stream %s, type %s and prefix "%s": %s`, (streamId, type, prefix, is) => {
  expect(isApplicationEvent({ ...recordedEvent, streamId, type }, prefix)).toBe(is);
});
