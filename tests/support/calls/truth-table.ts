import { readFileSync } from 'node:fs';
import { memberRole, permissionKeys, type PermissionKey } from '@guildhall/domain/roles.js';

/**
 * A call is open to everyone, to logged-in members, to Admins, to game servers only, or to members with one of these
 * permissions from docs/permissions.md.
 */
export type Needs = 'open' | 'login' | 'admin' | 'game server' | Right | readonly Right[];
/** Refers to a row in the table of place actions or of site actions, or to authorship. */
type Right = `act ${string}` | `site ${string}` | 'author';

export const customKeys = permissionKeys.filter((key) => !memberRole.keys.includes(key));
export const people = ['guest', 'unverified', 'member', 'banned', 'author', ...customKeys, 'Admin'] as const;
export type Person = (typeof people)[number];

const document = readFileSync(new URL('../../../docs/permissions.md', import.meta.url), 'utf8');

/** Finds the table whose header begins with these cells. */
function readTable(...head: string[]): Record<string, string>[] {
  const lines = document.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const start = lines.findIndex((cells) => head.every((cell, i) => cells[i] === cell));
  const length = lines.slice(start).findIndex((cells) => cells.length === 0);
  const [columns = [], , ...rows] = lines.slice(start, start + length);
  return rows.map((cells) => Object.fromEntries(cells.map((cell, i) => [columns[i] ?? '', cell])));
}

const actionRows = new Map(readTable('action', 'guest').map((row) => [row['action'] ?? '', row]));
const siteActionRows = new Map(readTable('action', 'needs').map((row) => [row['action'] ?? '', row['needs'] ?? '']));

/** Implements docs/permissions.md. Banned and unverified members count as guests. */
export function isAllowedFor(needs: Needs, person: Person): boolean {
  const effectivePerson = person === 'unverified' || person === 'banned' ? 'guest' : person;
  if (needs === 'open') return true;
  if (needs === 'game server') return false;
  if (effectivePerson === 'guest')
    return typeof needs === 'string' && needs.startsWith('act ') && mayInPlace(needs, effectivePerson);
  if (needs === 'login') return true;
  if (effectivePerson === 'Admin' || needs === 'admin') return effectivePerson === 'Admin';
  return (typeof needs === 'string' ? [needs] : needs).some((right) => hasRight(right, effectivePerson));
}

function hasRight(right: Right, who: Person): boolean {
  if (right === 'author') return who === 'author';
  if (right.startsWith('act ')) return mayInPlace(right, who);
  const neededRight = siteActionRows.get(right.slice(5));
  if (neededRight === undefined) throw new Error(`docs/permissions.md does not list '${right}'`);
  return neededRight === 'login' || neededRight === who;
}

/** Returns true for a permission without a column in the table because every member has it. */
function mayInPlace(right: string, who: Person): boolean {
  const row = actionRows.get(right.slice(4));
  if (!row) throw new Error(`docs/permissions.md does not list '${right}'`);
  return (row[who] ?? row['member']) === 'yes';
}

export const isKey = (person: Person): person is PermissionKey => (customKeys as readonly string[]).includes(person);
