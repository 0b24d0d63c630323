import type { Me } from '@guildhall/domain/wire/schemas/accounts.js';
import type { MemberNames } from '@guildhall/domain/wire/schemas/live-rows.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetNames, namedMember, tellMember } from './member-names.js';
import { nobody } from './members.js';
import { createPagedList } from './paged-list.js';
import { useSession } from './session.js';

interface Row {
  id: number;
}
type MemberNamesRow = Omit<MemberNames, 'pos'>;

/** What the server would answer, by address; each is given when the test says so. */
let waiting: { address: string; give: (rows: Row[], next?: string) => Promise<void>; fail: () => Promise<void> }[];
const settle = () => new Promise<void>((resolve) => setTimeout(resolve));

beforeEach(() => {
  waiting = [];
  vi.stubGlobal('fetch', (address: string) => {
    const { promise, resolve, reject } = deferred<Response>();
    waiting.push({
      address,
      give: (rows, next) => {
        const headers: Record<string, string> = next ? { link: `<${next}>; rel="next"` } : {};
        resolve(new Response(JSON.stringify(rows), { headers }));
        return settle();
      },
      fail: () => {
        reject(new Error('offline'));
        return settle();
      },
    });
    return promise;
  });
});
afterEach(() => vi.unstubAllGlobals());

function deferred<Value>() {
  let resolve: (value: Value) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<Value>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

const list = () => createPagedList<Row>({ rowsOf: (rows) => rows, keyOf: ({ id }) => id, size: 2, most: 100 });
const idsOf = ({ useList }: ReturnType<typeof list>) => useList.getState().rows.map(({ id }) => id);

test('A list asks for its first page, then for the next one, and shows no row twice.', async () => {
  const members = list();
  members.open('/members');
  expect(waiting[0]?.address).toBe('/api/members?limit=2');
  await waiting[0]?.give([{ id: 1 }, { id: 2 }], '/api/members?limit=2&cursor=2');
  void members.more();
  void members.more();
  expect(waiting.map(({ address }) => address).slice(1)).toEqual(['/api/members?limit=2&cursor=2']);
  await waiting[1]?.give([{ id: 2 }, { id: 3 }]);
  expect(idsOf(members)).toEqual([1, 2, 3]);
  expect(members.useList.getState().next).toBeNull();
});

test('The answer to an earlier question does not replace that to the last one.', async () => {
  const members = list();
  members.open('/members?search=a');
  members.open('/members?search=ab');
  await waiting[1]?.give([{ id: 2 }]);
  await waiting[0]?.give([{ id: 1 }]);
  expect(idsOf(members)).toEqual([2]);
});

test('Rows stay while the same call is asked something else, and go when it is another call.', async () => {
  const members = list();
  members.open('/members');
  await waiting[0]?.give([{ id: 1 }]);
  members.open('/members?search=a');
  expect(members.useList.getState()).toMatchObject({ status: 'loading', rows: [{ id: 1 }] });
  members.open('/staff');
  expect(members.useList.getState()).toMatchObject({ status: 'loading', rows: [] });
});

test('Opened again a list asks for as much as it showed.', async () => {
  const members = list();
  members.open('/members');
  await waiting[0]?.give([{ id: 1 }, { id: 2 }], '/api/next');
  void members.more();
  await waiting[1]?.give([{ id: 3 }]);
  members.open('/members');
  expect(waiting[2]?.address).toBe('/api/members?limit=3');
});

test('A list that fails ends loading, without rows and with the reason.', async () => {
  const members = list();
  members.open('/members');
  await waiting[0]?.fail();
  const { status, rows, fault } = members.useList.getState();
  expect([status, rows, fault]).toEqual(['failed', [], 'This could not be loaded.']);
});

test('A page that could not be added can be asked for again.', async () => {
  const members = list();
  members.open('/members');
  await waiting[0]?.give([{ id: 1 }], '/api/next');
  void members.more();
  await waiting[1]?.fail();
  expect(members.useList.getState()).toMatchObject({ next: '/api/next', loadingMore: false });
});

test('What comes after the end of a list changes nothing.', async () => {
  const members = list();
  const end = members.open('/members');
  end();
  await waiting[0]?.give([{ id: 1 }]);
  expect(idsOf(members)).toEqual([]);
});

test('Another person is shown nothing of what the last one was, and what is open is asked again for him.', async () => {
  useSession.setState({ user: null });
  const members = list();
  const asked = () => waiting.filter(({ address }) => address.startsWith('/api/for-one'));
  const end = members.open('/for-one');
  await waiting[0]?.give([{ id: 1 }]);
  useSession.setState({ user: { id: 7 } as Me }); // nothing else of him matters here
  expect(idsOf(members)).toEqual([]);
  await asked()
    .at(-1)
    ?.give([{ id: 2 }]);
  expect(idsOf(members)).toEqual([2]);
  end();
  useSession.setState({ user: null });
  expect(asked()).toHaveLength(2);
  expect(members.useList.getState().address).toBeNull();
});

test('Asked again quietly, a list stays where there is no answer, and is as long as it was where there is one.', async () => {
  const members = list();
  members.open('/members');
  await waiting[0]?.give([{ id: 1 }, { id: 2 }], '/api/next');
  void members.more();
  await waiting[1]?.give([{ id: 3 }]);
  const failed = members.again();
  await waiting[2]?.fail();
  expect(await failed).toBeNull();
  expect(members.useList.getState()).toMatchObject({ status: 'ready', rows: [{ id: 1 }, { id: 2 }, { id: 3 }] });
  const answered = members.again();
  expect(waiting[3]?.address).toBe('/api/members?limit=3');
  await waiting[3]?.give([{ id: 2 }, { id: 3 }, { id: 4 }]);
  await answered;
  expect(idsOf(members)).toEqual([2, 3, 4]);
});

test('Asked again while another question is on its way, that one counts.', async () => {
  const members = list();
  members.open('/members');
  await waiting[0]?.give([{ id: 1 }]);
  const again = members.again();
  members.open('/members?search=a');
  await waiting[2]?.give([{ id: 5 }]);
  await waiting[1]?.give([{ id: 1 }]);
  expect(await again).toBeNull();
  expect(idsOf(members)).toEqual([5]);
});

test('Whoever is called otherwise is so in what is shown, in what was asked for before, and is gone with his account.', async () => {
  const people = createPagedList<MemberNamesRow>({
    rowsOf: (rows) => rows,
    keyOf: ({ id }) => id,
    named: namedMember,
    size: 2,
    most: 100,
  });
  const row = (id: number, username: string) => ({ id, username, avatar_url: null, role: null });
  const pos = (n: number) => String(n).padStart(20, '0');
  const names = () => people.useList.getState().rows.map(({ username }) => username);
  const end = people.open('/people');
  await waiting[0]?.give([row(1, 'Joep'), row(2, 'Ada')], '/api/next');
  void people.more();
  tellMember({ ...row(1, 'Joop'), pos: pos(8) });
  tellMember({ ...row(3, 'Eve'), pos: pos(9) });
  expect(names()).toEqual(['Joop', 'Ada']);
  await waiting[1]?.give([row(3, 'Eva')]);
  expect(names()).toEqual(['Joop', 'Ada', 'Eve']);
  tellMember({ ...row(2, nobody), pos: pos(10) });
  expect(names()).toEqual(['Joop', 'Eve']);
  end();
});

test('When something was passed over, lists of people that are open are asked for again, and no others.', async () => {
  const options = {
    rowsOf: (rows: MemberNamesRow[]) => rows,
    keyOf: ({ id }: MemberNamesRow) => id,
    size: 2,
    most: 100,
  };
  const [open, closed] = [1, 2].map(() => createPagedList<MemberNamesRow>({ ...options, named: namedMember }));
  open?.open('/open');
  closed?.open('/closed')();
  await waiting[0]?.give([]);
  vi.useFakeTimers();
  forgetNames();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(waiting.slice(2).map(({ address }) => address)).toEqual(['/api/open?limit=2']);
  vi.useRealTimers();
});
