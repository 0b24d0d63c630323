import { expect, onTestFinished, test, vi } from 'vitest';
import { buildAuditRow as row } from '../../../testing/staff-rows.js';
import { findSpan, filterUndoable } from './span.js';

test('finds the undoable actions in a time range, except undos of actions within it', () => {
  const entries = [
    row('undo of lock', { undoes: 'lock' }),
    row('undo of older', { undoes: 'older' }),
    row('lock', { undone_by: 'undo of lock', undoable: false }),
    row('edit', { undoable: false }),
    row('pin'),
  ];
  expect(filterUndoable(entries).map(({ id }) => id)).toEqual(['undo of older', 'pin']);
});

test('loads all pages of a time range, up to the limit for one call', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const firstPage = Array.from({ length: 200 }, (_, n) => row(`${n}`));
  let pages = 3;
  const fetch = vi.fn((_path: string) => {
    const headers = { link: '</api/admin/audit?cursor=1>; rel="next"' };
    return Promise.resolve(Response.json(firstPage, --pages > 0 ? { headers } : {}));
  });
  vi.stubGlobal('fetch', fetch);
  const span = await findSpan('Ada', '2026-03-01T12:00:00.000Z', '2026-03-02T12:00:00.000Z');
  expect(span).toMatchObject({ actor: { id: 1 }, entries: { length: 600 } });
  expect(fetch.mock.calls[0]?.[0]).toContain('actor=Ada');
  pages = 7;
  expect(await findSpan('Ada', '2026-03-01T12:00:00.000Z', '2026-03-02T12:00:00.000Z')).toBe('too-many');
});
