import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  can,
  resolveFlags,
  canSeeAdminArea,
  actions,
  siteActions,
  type Action,
  type Actor,
  type PermissionEntry,
  type PlaceFlag,
  type PlaceFlags,
  type SiteAction,
} from './permissions.js';
import { guestRole, memberRole, permissionKeys, type PermissionKey } from './roles.js';
import { anna, buildHolder, mila, guestActor } from './testing/people.js';

const document = readFileSync(new URL('../../docs/permissions.md', import.meta.url), 'utf8');
const resolveOpenFlags = (actor: Actor) => resolveFlags(actor, { section: [], subsection: null });

function parseTable(firstColumn: string, secondColumn?: string): Record<string, string>[] {
  const lines = document.split('\n');
  const listCells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const start = lines.findIndex((line) => {
    const [first, second] = listCells(line);
    return first === firstColumn && (secondColumn === undefined || second === secondColumn);
  });
  const head = listCells(lines[start] ?? '');
  const rows = lines.slice(start + 2);
  return rows
    .slice(0, rows.findIndex((line) => !line.startsWith('|')) >>> 0)
    .filter((line) => line.startsWith('|'))
    .map((line) => Object.fromEntries(listCells(line).map((cell, i) => [head[i] ?? '', cell])));
}

function createPerson(column: string): Actor {
  if (column === 'guest') return guestActor;
  if (column === 'member' || column === 'author') return anna;
  return column === 'Admin' ? mila : buildHolder(column as PermissionKey);
}

describe('documented permissions by action', () => {
  const rows = parseTable('action');

  test('documents every action', () => {
    expect(new Set(rows.map(({ action }) => action?.split(' ')[0]))).toEqual(new Set(actions));
  });

  const cases = rows.flatMap(({ action: row = '', ...columns }) =>
    Object.entries(columns).map(([column, cell]) => ({ row, column, answer: cell })),
  );
  test.each(cases)('returns $answer when $column attempts $row', ({ row, column, answer: cell }) => {
    const actor = createPerson(column);
    const action = row.split(' ')[0] as Action;
    const target = {
      flags: resolveOpenFlags(actor),
      authorId: column === 'author' ? 101 : 999,
      locked: row.endsWith('(locked)'),
    };
    expect(can(actor, action, target) ? 'yes' : 'no').toBe(cell);
  });

  test('rejects every action in a place that the actor cannot view', () => {
    const hiddenFlags: PlaceFlags = { ...resolveOpenFlags(mila), can_view: false };
    for (const action of actions) {
      expect(can(mila, action, { flags: hiddenFlags, authorId: 103 })).toBe(false);
    }
  });

  test('a thread can only be moved to a place where the actor can view and post threads', () => {
    const flags = resolveOpenFlags(mila);
    expect(can(mila, 'move-thread', { flags, destination: { ...flags, can_post: false } })).toBe(false);
    expect(can(mila, 'move-thread', { flags, destination: { ...flags, can_view: false } })).toBe(false);
  });
});

describe('documented permissions for site-wide actions', () => {
  const rows = parseTable('action', 'needs');
  const actionNames = Object.keys(siteActions) as SiteAction[];

  test('documents every site-wide action with its required permission', () => {
    expect(Object.fromEntries(rows.map(({ action, needs }) => [action, needs]))).toEqual(siteActions);
  });

  test.each(actionNames)('allows %s only with the required permission', (action) => {
    const needs = siteActions[action];
    expect(can(mila, action)).toBe(true);
    expect(can(guestActor, action)).toBe(false);
    expect(can(anna, action)).toBe(needs === 'login');
    for (const key of permissionKeys.filter((permissionKey) => !memberRole.keys.includes(permissionKey))) {
      expect(can(buildHolder(key), action), key).toBe(needs === 'login' || needs === key);
    }
  });
});

describe('documented permission entries', () => {
  const buildEntries = (roleId: number, sign: string | undefined): PermissionEntry[] => {
    const isAllowed = sign === '+';
    const flags = {
      can_view: isAllowed,
      can_post: isAllowed,
      can_reply: isAllowed,
      can_delete_post: isAllowed,
      can_emoji_react: isAllowed,
    };
    return sign ? [{ roleId, ...flags }] : [];
  };
  const other = buildHolder();

  test.each(parseTable('section own'))(
    'applies the documented permission entries for a section and subsection (row $#)',
    (row) => {
      const entries = {
        section: [
          ...buildEntries(other.roleId, row['section own']),
          ...buildEntries(memberRole.id, row['section Member']),
        ],
        subsection: [
          ...buildEntries(other.roleId, row['subsection own']),
          ...buildEntries(memberRole.id, row['subsection Member']),
        ],
      };
      const flags = resolveFlags(other, entries);
      const formatFlag = (flag: boolean) => (flag ? 'yes' : 'no');
      expect(formatFlag(flags.can_view)).toBe(row.view);
      for (const flag of [flags.can_post, flags.can_reply, flags.can_emoji_react])
        expect(formatFlag(flag)).toBe(row.post);
      expect(formatFlag(flags.can_delete_post)).toBe(row['delete post']);
      expect(Object.values(resolveFlags(mila, entries))).toEqual([true, true, true, true, true]);
    },
  );

  test.each(parseTable('section guests'))('applies the documented permission entries for guests (row $#)', (row) => {
    const buildGuestEntries = (sign: string | undefined) => buildEntries(guestRole.id, sign);
    const entries = {
      section: [...buildGuestEntries(row['section guests']), ...buildEntries(memberRole.id, row['section Member'])],
      subsection: [
        ...buildGuestEntries(row['subsection guests']),
        ...buildEntries(memberRole.id, row['subsection Member']),
      ],
    };
    const flags = resolveFlags(guestActor, entries);
    expect(flags.can_view ? 'yes' : 'no').toBe(row['guests view']);
    expect(actions.filter((action) => can(guestActor, action, { flags }))).toEqual(flags.can_view ? ['view'] : []);
    const memberEntries = {
      section: buildEntries(memberRole.id, row['section Member']),
      subsection: buildEntries(memberRole.id, row['subsection Member']),
    };
    expect(resolveFlags(anna, entries), 'an entry of guests does not affect members').toEqual(
      resolveFlags(anna, memberEntries),
    );
    const memberFlags = resolveFlags(anna, memberEntries);
    for (const flag of ['can_post', 'can_reply', 'can_emoji_react'] as const)
      expect(flags[flag], `${flag} of guests follows Member`).toBe(memberFlags[flag]);
  });

  test('finds the permission entry tables in the documentation', () => {
    expect(parseTable('section guests').length).toBeGreaterThan(10);
    expect(parseTable('section own').length).toBeGreaterThan(10);
  });
});

test('only logged-in Admins and holders of its permission can open the admin area', () => {
  expect(canSeeAdminArea(mila)).toBe(true);
  expect(canSeeAdminArea(buildHolder('access_admin_panel'))).toBe(true);
  expect(canSeeAdminArea(buildHolder('manage_roles'))).toBe(false);
  expect(canSeeAdminArea(anna)).toBe(false);
  expect(canSeeAdminArea({ ...mila, userId: null })).toBe(false);
});

test("replying requires both the role's permission and the place's flag", () => {
  const flags = resolveOpenFlags(anna);
  const actorWithoutKeys: Actor = { ...anna, keys: new Set(['view_forums']) };
  expect(can(anna, 'reply', { flags })).toBe(true);
  expect(can(anna, 'reply', { flags: { ...flags, can_reply: false } })).toBe(false);
  expect(can(actorWithoutKeys, 'reply', { flags })).toBe(false);
});

test.each<[PlaceFlag, Action]>([
  ['can_post', 'create-thread'],
  ['can_reply', 'reply'],
  ['can_emoji_react', 'react'],
  ['can_delete_post', 'delete-reply'],
])('the place flag %s only affects the action %s', (flag, action) => {
  const listAllowedActions = (value: boolean) =>
    actions.filter((candidate) =>
      can(anna, candidate, { flags: { ...resolveOpenFlags(anna), [flag]: value }, authorId: 999 }),
    );
  expect(listAllowedActions(true).filter((candidate) => !listAllowedActions(false).includes(candidate))).toEqual([
    action,
  ]);
});

test('rejects every action in a place if no place is specified', () => {
  for (const action of actions) expect(can(mila, action as never)).toBe(false);
});
