import { describe, expect, test } from 'vitest';
import { describeChanges, type Names } from './changes.js';

const names: Names = {
  role: (id) => ({ 2: 'Member', 7: 'Builder' })[id] ?? String(id),
  section: (id) => ({ 3: 'Community', 4: 'News' })[id] ?? String(id),
  subsection: (id) => ({ 5: 'Builds' })[id] ?? String(id),
  prefix: (id) => ({ 71: 'Bug' })[id] ?? String(id),
};
const listChanges = (before: Record<string, unknown> | null, after: Record<string, unknown> | null) =>
  describeChanges({ before, after }, names);
const ban = (banned: boolean, until: string | null = null) => ({ banned, reason: null, until });
const flags = { can_view: true, can_post: true, can_reply: false, can_delete_post: false, can_emoji_react: true };

describe('audit entry changes', () => {
  test('the audit describes a ban along with its expiry', () => {
    const [{ label, before, after } = { label: '', before: '', after: '' }] = listChanges(
      ban(false),
      ban(true, '2026-11-27T06:00:00.000Z'),
    );
    expect([label, before]).toEqual([null, 'active']);
    expect(after).toMatch(/^banned until 27 nov 2026/);
    expect(listChanges(ban(true), ban(false))).toEqual([
      { label: null, before: 'banned permanently', after: 'active' },
    ]);
    expect(listChanges(ban(true), { ...ban(true), site_only: true })[0]?.after).toBe(
      'banned permanently, on the site only',
    );
  });

  test('the audit describes a role change, a deletion and a move', () => {
    expect(listChanges({ role: 'Member' }, { role: 'Builder' })).toEqual([
      { label: null, before: 'Member', after: 'Builder' },
    ]);
    expect(listChanges({ deleted: false, holders: 2 }, { deleted: true, holders: 2 })).toEqual([
      { label: null, before: 'active', after: 'deleted' },
    ]);
    expect(listChanges({ section_id: 4, subsection_id: null }, { section_id: 3, subsection_id: 5 })).toEqual([
      { label: null, before: 'News', after: 'Community / Builds' },
    ]);
    expect(listChanges({ role: 'Member' }, { erased: true, texts: true })).toEqual([
      { label: null, before: 'Member', after: 'erased with all posts' },
    ]);
  });

  test("the audit labels a new key's role and lists its scopes", () => {
    expect(listChanges(null, { name: 'Discord', role: 'Member', scopes: ['read', 'write:forum'] })).toEqual([
      { label: 'Name', before: null, after: 'Discord' },
      { label: 'Role', before: null, after: 'Member' },
      { label: 'Scopes', before: null, after: 'read, write:forum' },
    ]);
  });

  test('the audit lists only the permission flags that differ', () => {
    const entry = { role_id: 7, ...flags };
    expect(listChanges({ entries: [entry] }, { entries: [{ ...entry, can_reply: true }] })).toEqual([
      { label: 'Builder: Reply', before: 'no', after: 'yes' },
    ]);
    expect(listChanges({ entries: [] }, { entries: [entry] })[0]).toEqual({
      label: 'Builder: View',
      before: 'not set',
      after: 'yes',
    });
  });

  test('the audit lists each changed theme colour', () => {
    const buildCss = (accent: string) => ({ name: 'Night', css: `--color-bg: #111111;\n--color-accent: ${accent};` });
    expect(listChanges(buildCss('#f59331'), buildCss('#00ff00'))).toEqual([
      { label: '--color-accent', before: '#f59331', after: '#00ff00' },
    ]);
    expect(listChanges(buildCss('#f59331'), { name: 'Night', css: '--color-accent: #f59331;' })).toEqual([
      { label: '--color-bg', before: '#111111', after: 'from the accent' },
    ]);
    expect(listChanges(null, buildCss('#f59331'))).toContainEqual({ label: null, before: null, after: '2 colours' });
  });

  test('the audit describes a reordering by listing the row names', () => {
    expect(listChanges({ order: [3, 4] }, { order: [4, 3] })).toEqual([
      { label: 'order', before: 'Community, News', after: 'News, Community' },
    ]);
  });

  test('the audit describes thread and section prefixes by their labels', () => {
    expect(listChanges({ prefix_id: null }, { prefix_id: 71 })).toEqual([
      { label: null, before: 'none', after: 'Bug' },
    ]);
    const prefixes = [
      { id: 71, label: 'Bug', color: 'red' },
      { id: 72, label: 'Idea', color: 'blue' },
    ];
    expect(listChanges({ prefixes: [] }, { prefixes })).toEqual([
      { label: null, before: 'empty', after: 'Bug (red), Idea (blue)' },
    ]);
  });

  test('the audit truncates a long value after a complete grapheme', () => {
    const [change] = listChanges({ reason: `${'a'.repeat(159)}👨‍👩‍👧` }, { reason: null });
    expect(change?.before).toBe(`${'a'.repeat(159)}…`);
  });

  test('the audit describes other changes field by field, without an old value for a new field', () => {
    expect(listChanges({ serverAddress: '', about: 'x' }, { serverAddress: 'play.example', about: 'x' })).toEqual([
      { label: 'Server address', before: 'empty', after: 'play.example' },
    ]);
    expect(listChanges(null, { name: 'builds' })).toEqual([{ label: 'Name', before: null, after: 'builds' }]);
    expect(listChanges(null, null)).toEqual([]);
    expect(listChanges(null, { content: 'a'.repeat(500) })[0]?.after).toHaveLength(161);
  });
});
