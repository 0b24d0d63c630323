import type { MemberNames } from '@guildhall/domain/wire/schemas/live-rows.js';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { loadAgainSoon } from '../../live/load-again.js';
import { get, wordsOf, type Answer } from '../api/api.js';
import { namedMember, namesSince, onMemberNews, onNamesForgotten } from './member-names.js';
import { forEachPerson, whenPersonChanges } from './session.js';
import { texts } from '../texts.js';

export interface PagedState<Row, Body> {
  /** What was asked for, without `limit`; null before the first question. */
  address: string | null;
  status: 'loading' | 'ready' | 'failed';
  rows: Row[];
  /** The newest page as it came. */
  body: Body | null;
  /** Address of the page after the loaded ones. */
  next: string | null;
  loadingMore: boolean;
  /** Why it failed, in words. */
  fault: string | null;
  /** Where the views stood when the first page was read. */
  position: string | null;
}

interface PagedOptions<Row, Body> {
  rowsOf: (body: Body) => readonly Row[];
  /** Tells rows apart: what moved between two pages comes twice. */
  keyOf: (row: Row) => string | number;
  /** What a row is when a member is called otherwise; null where it goes. Left out of lists that name nobody. */
  named?: (row: Row, member: MemberNames) => Row | null;
  /** Rows of a page, and the most that one call may ask for. */
  size: number;
  most: number;
}

export interface PagedList<Row, Body> {
  useList: UseBoundStore<StoreApi<PagedState<Row, Body>>>;
  /** Asks for the first page of `address`, at least as much as is shown of it. @returns the end: answers come too late. */
  open: (address: string) => () => void;
  /** Adds the next page. */
  more: () => Promise<void>;
  /**
   * Asks once more for what is shown. `keep` makes of the rows that came those that are shown, in one step.
   * @returns the position of the answer; null where there was none
   */
  again: (keep?: (rows: Row[]) => Row[]) => Promise<string | null>;
}

const nothing = {
  address: null,
  status: 'loading',
  body: null,
  next: null,
  loadingMore: false,
  fault: null,
  position: null,
} as const;

/**
 * A list that is read page by page. What another question of the same call found stays until the new answer is there,
 * so that a list that is searched does not flicker; of two answers the one to the last question counts.
 */
export function createPagedList<Row, Body = Row[]>(options: PagedOptions<Row, Body>): PagedList<Row, Body> {
  const { ask, useList, again, more } = listOfPages(options);
  const { named } = options;
  let shown = 0; // so many times at once
  if (named) {
    onMemberNews((member) => useList.setState(({ rows }) => ({ rows: nameIn(rows, [member], named) })));
    onNamesForgotten(() => shown > 0 && loadAgainSoon(() => void (shown > 0 && again())));
  }
  const open = (address: string) => {
    const end = forEachPerson(() => ask(address));
    shown++;
    return () => {
      shown--;
      end();
    };
  };
  return { useList, open, more, again };
}

/** People, one in each row, called as they are called now. `named`: where more than that decides who is in it. */
export function createPeopleList<Row extends Omit<MemberNames, 'pos'>>(
  options: Pick<PagedOptions<Row, Row[]>, 'size' | 'most' | 'named'>,
): PagedList<Row, Row[]> {
  return createPagedList<Row>({ rowsOf: (rows) => rows, keyOf: ({ id }) => id, named: namedMember, ...options });
}

function listOfPages<Row, Body>(options: PagedOptions<Row, Body>) {
  const { rowsOf, keyOf, named, size, most } = options;
  const limitFor = (shown: number) => Math.min(most, Math.max(size, shown));
  const empty: PagedState<Row, Body> = { ...nothing, rows: [] };
  const useList = create<PagedState<Row, Body>>(() => empty);
  let asked = 0;

  const rowsIn = ({ body, position }: Answer<Body>) => nameIn(rowsOf(body), namesSince(position), named);

  whenPersonChanges(() => {
    asked++;
    useList.setState(empty);
  });

  function ask(address: string): () => void {
    const mine = ++asked;
    const shown = useList.getState();
    const same = shown.address === address;
    const kept = pathOf(shown.address) === pathOf(address) ? shown.rows : [];
    if (!same) useList.setState({ ...empty, rows: kept, address });
    const over = () => asked !== mine;
    void readFirst<Body>(address, limitFor(same ? shown.rows.length : 0)).then(
      (answer) => over() || useList.setState(ready(rowsIn(answer), answer)),
      (error: unknown) => over() || useList.setState({ ...empty, ...failed(error), address }),
    );
    return () => {
      if (!over()) asked++;
    };
  }

  async function again(keep = (rows: Row[]) => rows): Promise<string | null> {
    const { address, rows } = useList.getState();
    if (address === null) return null;
    const mine = asked;
    const answer = await readFirst<Body>(address, limitFor(rows.length)).catch(() => null);
    // Another question was asked meanwhile; or a page was added, which must not go.
    if (!answer || asked !== mine) return null;
    if (useList.getState().rows.length > rows.length) return again(keep);
    useList.setState(ready(keep(rowsIn(answer)), answer));
    return answer.position;
  }

  async function more(): Promise<void> {
    const { next, loadingMore } = useList.getState();
    if (next === null || loadingMore) return;
    useList.setState({ loadingMore: true });
    const page = await get<Body>(next).catch(() => null);
    useList.setState((state) => {
      if (state.next !== next) return state;
      if (!page) return { loadingMore: false };
      const present = new Set(state.rows.map(keyOf));
      const added = rowsIn(page).filter((row) => !present.has(keyOf(row)));
      return { rows: [...state.rows, ...added], body: page.body, next: page.next, loadingMore: false };
    });
  }

  return { useList, ask, more, again };
}

function nameIn<Row, Body>(
  rows: readonly Row[],
  members: readonly MemberNames[],
  named: PagedOptions<Row, Body>['named'],
): Row[] {
  const nameOne = (all: Row[], member: MemberNames) => all.flatMap((row) => named?.(row, member) ?? []);
  return named ? members.reduce(nameOne, [...rows]) : [...rows];
}

function readFirst<Body>(address: string, limit: number): Promise<Answer<Body>> {
  return get<Body>(`${address}${address.includes('?') ? '&' : '?'}limit=${limit}`);
}

function ready<Row, Body>(rows: Row[], { body, next, position }: Answer<Body>) {
  return { status: 'ready', rows, body, next, position, loadingMore: false, fault: null } as const;
}

function failed(error: unknown) {
  return { status: 'failed', fault: wordsOf(error, texts.loadFailed) } as const;
}

function pathOf(address: string | null): string | null {
  return address?.split('?')[0] ?? null;
}
