import type { ReportRow } from '@guildhall/domain/wire/schemas/reports.js';
import { expect, test, vi } from 'vitest';
import { addressOf, askAgain, queryOf, questionIn, queue } from './queue.js';

const asked = (query: string) => questionIn(new URLSearchParams(query));

test('Unasked the queue shows what is open, and says nothing of it in the address.', () => {
  expect(asked('')).toEqual({ status: 'open', kind: 'any' });
  expect(queryOf(asked('')).toString()).toBe('');
  expect(addressOf(asked(''))).toBe('/admin/reports?status=open');
});

test('What is asked for stands in the address, and is asked of the server.', () => {
  const all = asked('status=any&kind=appeal');
  expect(queryOf(all).toString()).toBe('status=any&kind=appeal');
  expect(addressOf(all)).toBe('/admin/reports?kind=appeal');
  expect(addressOf(asked('status=any'))).toBe('/admin/reports');
});

test('What is no filter counts for none.', () => {
  expect(asked('status=lost&kind=x')).toEqual({ status: 'open', kind: 'any' });
});

test('The report that is open is never out of the list while that is asked for again, where the filters do not fit it.', async () => {
  const report = (id: number) => ({ id }) as ReportRow; // no more of it is looked at
  const answers: Record<string, unknown> = {
    '/api/admin/reports?status=open&limit=30': [1, 2, 4].map(report),
    '/api/admin/reports/2': { ...report(2), notes: [] },
  };
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(answers[address], { headers: { 'guildhall-position': `0123abcd.${'1'.padStart(20, '0')}` } }),
  );
  const end = queue.open('/admin/reports?status=open');
  const ids = () => queue.useList.getState().rows.map(({ id }) => id);
  await vi.waitFor(() => expect(ids()).toEqual([1, 2, 4]));
  answers['/api/admin/reports?status=open&limit=30'] = [1, 3, 4].map(report);
  const seen: number[][] = [];
  const stop = queue.useList.subscribe(() => seen.push(ids()));
  expect(await askAgain('2')).not.toBeNull();
  expect(ids()).toEqual([1, 2, 3, 4]);
  expect(seen.filter((shown) => !shown.includes(2))).toEqual([]);
  await askAgain(null);
  expect(ids()).toEqual([1, 3, 4]);
  stop();
  end();
  vi.unstubAllGlobals();
});
