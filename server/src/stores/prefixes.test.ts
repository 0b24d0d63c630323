import { expect, test } from 'vitest';
import { buildDatabasePrefix, parseEventStoreAddress } from './prefixes.js';
import { EnvError } from '../process/env.js';

test('names the databases after the path in the address, or `guildhall` if there is none', () => {
  for (const url of ['mongodb://host', 'mongodb://host/', 'mongodb://u:p@host/?authSource=admin', 'mongodb://h/admin'])
    expect(buildDatabasePrefix(url)).toBe('guildhall');
  expect(buildDatabasePrefix('mongodb://host:27017/blue-2?tls=true')).toBe('blue-2');
  expect(buildDatabasePrefix('mongodb://a:1,b:2/red?replicaSet=rs')).toBe('red');
  expect(buildDatabasePrefix('mongodb+srv://u:p%2Fq@cluster.example.org/red')).toBe('red');
});

test('rejects an invalid database prefix with a one-line error that names the variable', () => {
  for (const path of ['1st', 'a.b', 'a%20b', 'a'.repeat(31), 'a/b'])
    expect(() => buildDatabasePrefix(`mongodb://host/${path}`)).toThrow(EnvError);
  expect(() => buildDatabasePrefix('mongodb://host/a.b')).toThrow(/^MONGODB_URL: .*$/);
});

test.each([
  ['esdb://host:2113?tls=false', 'esdb://host:2113?tls=false', ''],
  ['esdb://host:2113/?tls=false', 'esdb://host:2113?tls=false', ''],
  ['esdb://host', 'esdb://host', ''],
  ['esdb://host/blue', 'esdb://host', 'blue.'],
  ['esdb://u:p%40@a:1,b:2,c:3/blue_2?tls=true', 'esdb://u:p%40@a:1,b:2,c:3?tls=true', 'blue_2.'],
  ['esdb+discover://cluster.example.org/red', 'esdb+discover://cluster.example.org', 'red.'],
])('uses the path in %s as the stream prefix', (url, address, streamPrefix) => {
  expect(parseEventStoreAddress(url)).toEqual({ address, streamPrefix });
});

test('rejects an invalid stream prefix with a one-line error that names the variable', () => {
  for (const path of ['1st', 'a.b', 'a-b', '$a', 'a'.repeat(31), 'a/b'])
    expect(() => parseEventStoreAddress(`esdb://host/${path}`)).toThrow(/^EVENTSTORE_URL: .*$/);
});
