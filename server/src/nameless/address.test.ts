import { expect, test } from 'vitest';
import { parseNamelessAddress } from './address.js';

const parse = (url: string) => {
  const address = parseNamelessAddress(url);
  return address && [address.segments.join('/'), Object.fromEntries(address.query)];
};

test.each<[url: string, path: string, parameters: Record<string, string>]>([
  ['/index.php?route=/api/v2/info', 'info', {}],
  ['/index.php?route=/api/v2/users&groups&operator=AND', 'users', { groups: '', operator: 'AND' }],
  ['/index.php?route=/api/v2/users/integration_id%3AMinecraft%3Aea28', 'users/integration_id:Minecraft:ea28', {}],
  ['/index.php?route=%2Fapi%2Fv2%2Fusers%2Fid%3A7%2Fban', 'users/id:7/ban', {}],
  ['/api/v2/info', 'info', {}],
  ['/api/v2/users&groups&operator=AND', 'users', { groups: '', operator: 'AND' }],
  ['/api/v2/users?groups&limit=0', 'users', { groups: '', limit: '0' }],
  ['/api/v2/users/username:Anna/groups/add', 'users/username:Anna/groups/add', {}],
])('reads the path and the parameters of %s', (url, path, parameters) => {
  const { route: _, ...read } = (parse(url)?.[1] ?? {}) as Record<string, string>;
  expect([parse(url)?.[0], read]).toEqual([path, parameters]);
});

test.each(['/index.php', '/index.php?route=/forum', '/api/v2', '/api/forums', '/api/v2/%ff', '//'])(
  "does not treat %s as a call to NamelessMC's API",
  (url) => {
    expect(parse(url)).toBeNull();
  },
);
