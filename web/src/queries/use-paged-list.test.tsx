import type { MemberNames } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetNames, publishMember } from '../shared/state/member-names.js';
import { erasedName } from '../shared/state/members.js';
import { useSession } from '../shared/state/session.js';
import { server } from '../testing/server.js';
import { changeRows, createPeopleList, type ListKind } from './pages.js';
import { usePagedList } from './use-paged-list.js';

interface Row {
  id: number;
}

let calls: {
  address: string;
  signal: AbortSignal;
  give: (rows: unknown[], next?: string) => Promise<void>;
  fail: () => Promise<void>;
}[];

beforeEach(() => {
  calls = [];
  vi.stubGlobal('fetch', (address: string, { signal }: { signal: AbortSignal }) => {
    let [resolve, reject] = [(_: Response) => {}, (_: Error) => {}];
    const promise = new Promise<Response>((yes, no) => ([resolve, reject] = [yes, no]));
    signal.addEventListener('abort', () => reject(new Error('aborted')));
    const settle = (end: () => void) => act(() => new Promise<void>((done) => (end(), setTimeout(done))));
    calls.push({
      address,
      signal,
      give: (rows, next) =>
        settle(() => resolve(Response.json(rows, next ? { headers: { link: `<${next}>; rel="next"` } } : {}))),
      fail: () => settle(() => reject(new Error('offline'))),
    });
    return promise;
  });
});
afterEach(() => vi.stubGlobal('fetch', server.fetch));

const kind: ListKind<Row, Row[]> = { getRows: (rows) => rows, getKey: ({ id }) => id, size: 2, most: 100 };
const show = (address: string | null, of = kind) =>
  renderHook(({ asked }) => usePagedList(of, asked), { initialProps: { asked: address } });
type Shown = ReturnType<typeof show>['result'];
const listIds = ({ current: { rows } }: Shown) => rows.map(({ id }) => id);
const listAddresses = () => calls.map(({ address }) => address);

const runStep = (step: () => unknown) => act(() => Promise.resolve(void step()));

async function respondWithTwoPages() {
  const view = show('/members');
  await calls[0]!.give([{ id: 1 }, { id: 2 }], '/api/next');
  act(() => void view.result.current.loadMore());
  await calls[1]!.give([{ id: 2 }, { id: 3 }]);
  return view;
}

test('loads the first page and then the next without duplicate rows', async () => {
  const { result } = show('/members');
  expect(result.current).toMatchObject({ status: 'loading', rows: [] });
  await calls[0]!.give([{ id: 1 }, { id: 2 }], '/api/members?limit=2&cursor=2');
  act(() => void result.current.loadMore());
  act(() => void result.current.loadMore());
  expect(result.current.loadingMore).toBe(true);
  expect(listAddresses()).toEqual(['/api/members?limit=2', '/api/members?limit=2&cursor=2']);
  await calls[1]!.give([{ id: 2 }, { id: 3 }]);
  expect(listIds(result)).toEqual([1, 2, 3]);
  expect(result.current).toMatchObject({ status: 'ready', next: null, loadingMore: false });
});

test('aborts the request for an earlier query and ignores its response', async () => {
  const { result, rerender } = show('/members?search=a');
  rerender({ asked: '/members?search=ab' });
  expect(calls[0]!.signal.aborted).toBe(true);
  await calls[1]!.give([{ id: 2 }]);
  await calls[0]!.give([{ id: 1 }]);
  expect(listIds(result)).toEqual([2]);
});

test("aborts a list's request when its screen is closed", () => {
  show('/members').unmount();
  expect(calls[0]!.signal.aborted).toBe(true);
});

test("retains rows when a call's query changes, but not when the call itself changes", async () => {
  const { result, rerender } = show('/members');
  await calls[0]!.give([{ id: 1 }], '/api/next');
  rerender({ asked: '/members?search=a' });
  expect(result.current).toMatchObject({ status: 'loading', rows: [{ id: 1 }], next: null });
  rerender({ asked: '/staff' });
  expect(result.current).toMatchObject({ status: 'loading', rows: [] });
});

test('shows earlier rows when the screen is reopened, and reloads the same number', async () => {
  (await respondWithTwoPages()).unmount();
  const { result } = show('/members');
  expect(result.current).toMatchObject({ status: 'ready', rows: [{ id: 1 }, { id: 2 }, { id: 3 }] });
  expect(calls[2]!.address).toBe('/api/members?limit=3');
  await calls[2]!.give([{ id: 2 }]);
  expect(listIds(result)).toEqual([2]);
});

test('shows why a list failed to load, and can retry', async () => {
  const { result } = show('/members');
  await calls[0]!.fail();
  expect(result.current).toMatchObject({ status: 'failed', rows: [], fault: 'This could not be loaded.' });
  act(() => void result.current.reload());
  await calls[1]!.give([{ id: 1 }]);
  expect(result.current).toMatchObject({ status: 'ready', rows: [{ id: 1 }], fault: null });
});

test('a page that failed to load can be retried', async () => {
  const { result } = show('/members');
  await calls[0]!.give([{ id: 1 }], '/api/next');
  act(() => void result.current.loadMore());
  await calls[1]!.fail();
  expect(result.current).toMatchObject({ next: '/api/next', loadingMore: false });
});

test('retains its rows if a reload fails, and reloads the same number of rows', async () => {
  const { result } = await respondWithTwoPages();
  let read = result.current.reload();
  await calls[2]!.fail();
  expect(await read).toBeNull();
  expect(result.current).toMatchObject({ status: 'ready', rows: [{ id: 1 }, { id: 2 }, { id: 3 }] });
  read = result.current.reload();
  expect(calls[3]!.address).toBe('/api/members?limit=3');
  await calls[3]!.give([{ id: 2 }, { id: 3 }, { id: 4 }]);
  await read;
  expect(listIds(result)).toEqual([2, 3, 4]);
});

test('retains a page that was added during a reload', async () => {
  const { result } = show('/members');
  await calls[0]!.give([{ id: 1 }, { id: 2 }], '/api/next');
  act(() => void result.current.loadMore());
  act(() => void result.current.reload());
  await calls[1]!.give([{ id: 3 }]);
  await calls[2]!.give([{ id: 1 }, { id: 2 }], '/api/next');
  expect(calls[3]!.address).toBe('/api/next');
  await calls[3]!.give([{ id: 3 }]);
  expect(listIds(result)).toEqual([1, 2, 3]);
});

test('reloads more rows than one response may contain', async () => {
  const { result } = show('/members', { ...kind, most: 2 });
  await calls[0]!.give([{ id: 1 }, { id: 2 }], '/api/next');
  act(() => void result.current.loadMore());
  await calls[1]!.give([{ id: 3 }, { id: 4 }], '/api/last');
  act(() => void result.current.reload());
  await calls[2]!.give([{ id: 1 }, { id: 2 }], '/api/next');
  await calls[3]!.give([{ id: 3 }, { id: 4 }], '/api/last');
  expect(listAddresses().slice(2)).toEqual(['/api/members?limit=2', '/api/next']);
  expect(listIds(result)).toEqual([1, 2, 3, 4]);
  expect(result.current.next).toBe('/api/last');
});

test('clears the rows and reloads open lists when another member logs in', async () => {
  useSession.setState({ user: null });
  const { result } = show('/for-one');
  await calls[0]!.give([{ id: 1 }]);
  show('/closed').unmount();
  await runStep(() => useSession.setState({ user: { id: 7 } as Me }));
  expect(listIds(result)).toEqual([]);
  expect(listAddresses().slice(2)).toEqual(['/api/for-one?limit=2']);
  await calls[2]!.give([{ id: 2 }]);
  expect(listIds(result)).toEqual([2]);
});

test('changes only the rows of calls with the same path', async () => {
  const { result } = show('/reports?status=open');
  await calls[0]!.give([{ id: 1 }, { id: 2 }]);
  await runStep(() => changeRows<Row>('/other', () => []));
  await runStep(() => changeRows<Row>('/reports', (rows) => rows.filter(({ id }) => id === 2)));
  expect(listIds(result)).toEqual([2]);
});

type Person = Omit<MemberNames, 'pos'>;
const buildPerson = (id: number, username: string): Person => ({ id, username, avatar_url: null, role: null });
const formatPos = (n: number) => String(n).padStart(20, '0');
const people = createPeopleList<Person>(2, 100);

test('shows members under their current names, even if renamed during the request', async () => {
  const { result } = renderHook(() => usePagedList(people, '/people'));
  const listNames = () => result.current.rows.map(({ username }) => username);
  await calls[0]!.give([buildPerson(1, 'Joep'), buildPerson(2, 'Ada')], '/api/next');
  act(() => void result.current.loadMore());
  await runStep(() => publishMember({ ...buildPerson(1, 'Joop'), pos: formatPos(8) }));
  await runStep(() => publishMember({ ...buildPerson(3, 'Eve'), pos: formatPos(9) }));
  expect(listNames()).toEqual(['Joop', 'Ada']);
  await calls[1]!.give([buildPerson(3, 'Eva')]);
  expect(listNames()).toEqual(['Joop', 'Ada', 'Eve']);
  await runStep(() => publishMember({ ...buildPerson(2, erasedName), pos: formatPos(10) }));
  expect(listNames()).toEqual(['Joop', 'Eve']);
});

test('reloads only the visible member lists if name changes were missed', async () => {
  renderHook(() => usePagedList(people, '/closed')).unmount();
  renderHook(() => usePagedList(people, '/open'));
  show('/rows');
  await calls[1]!.give([]);
  await calls[2]!.give([]);
  vi.useFakeTimers();
  forgetNames();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(listAddresses().slice(3)).toEqual(['/api/open?limit=2']);
});
