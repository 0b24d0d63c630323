import { expect, test } from 'vitest';
import { databasePrefix } from './database-prefix.js';
import { EnvError } from '../process/env.js';

test('the databases are named after the path of the address, and guildhall without one', () => {
  for (const url of ['mongodb://host', 'mongodb://host/', 'mongodb://u:p@host/?authSource=admin', 'mongodb://h/admin'])
    expect(databasePrefix(url)).toBe('guildhall');
  expect(databasePrefix('mongodb://host:27017/blue-2?tls=true')).toBe('blue-2');
  expect(databasePrefix('mongodb://a:1,b:2/red?replicaSet=rs')).toBe('red');
  expect(databasePrefix('mongodb+srv://u:p%2Fq@cluster.example.org/red')).toBe('red');
});

test('a path that no name can begin with is refused in one line that names the variable', () => {
  for (const path of ['1st', 'a.b', 'a%20b', 'a'.repeat(31), 'a/b'])
    expect(() => databasePrefix(`mongodb://host/${path}`)).toThrow(EnvError);
  expect(() => databasePrefix('mongodb://host/a.b')).toThrow(/^MONGODB_URL: .*$/);
});
