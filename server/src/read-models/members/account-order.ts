import { foldName } from '@guildhall/domain/account/names.js';
import type { AccountName } from '../../vault/vault.js';
import { JoinedTexts } from './joined-texts.js';

interface Accounts {
  /** All accounts, in no order. */
  all(): AccountName[];
  account(id: number): AccountName | null;
  onChange(listener: (ids: readonly number[]) => void): void;
}

/** A list of ids that is read by position. */
export interface Sequence {
  readonly length: number;
  slice(from: number, to: number): number[];
}

export interface OrderedAccount {
  id: number;
  key: string;
  /** Normalised for comparison. */
  name: string;
}

const compare = (a: OrderedAccount, b: OrderedAccount): number =>
  compareTexts(a.key, b.key) || compareTexts(a.name, b.name) || a.id - b.id;

export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * All accounts by a key, ties by name: sorted when it is first read, then each changed account is moved at once, so that
 * nothing is kept of one that is gone. A change and a page cost a search for a place, however many accounts there are.
 */
export class AccountOrder {
  private sorted: OrderedAccount[] | null = null;
  private readonly byId = new Map<number, OrderedAccount>();
  /** The keys in order, once a part of one was looked for. */
  private keys: JoinedTexts | null = null;

  constructor(
    private readonly accounts: Accounts,
    private readonly keyOf: (account: AccountName) => string,
  ) {
    accounts.onChange((ids) => {
      if (this.sorted) for (const id of ids) this.place(this.sorted, id);
    });
  }

  /** The array is the order's own: it changes with each account. */
  entries(): readonly OrderedAccount[] {
    if (!this.sorted) {
      for (const account of this.accounts.all()) this.byId.set(account.id, this.entryOf(account));
      this.sorted = [...this.byId.values()].sort(compare);
    }
    return this.sorted;
  }

  /** All but these; costs a search for each of them. */
  without(ids: ReadonlySet<number>): Sequence {
    const entries = this.entries();
    const skipped = [...ids].flatMap((id) => this.indexOf(entries, id) ?? []).sort((a, b) => a - b);
    return {
      length: entries.length - skipped.length,
      slice: (from, to) => {
        let index = from;
        for (const skip of skipped) if (skip <= index) index++;
        const found: number[] = [];
        for (; found.length < to - from; index++) {
          const entry = entries[index];
          if (!entry) break;
          if (!ids.has(entry.id)) found.push(entry.id);
        }
        return found;
      },
    };
  }

  /** Those of these ids that have an account, in order: where they are many, all are gone through. */
  sort(ids: ReadonlySet<number>): number[] {
    const entries = this.entries();
    if (8 * ids.size > entries.length) return entries.flatMap(({ id }) => (ids.has(id) ? id : []));
    const found = [...ids].flatMap((id) => this.byId.get(id) ?? []);
    return found.sort(compare).map(({ id }) => id);
  }

  entry(id: number): OrderedAccount | null {
    this.entries();
    return this.byId.get(id) ?? null;
  }

  /** Those whose key contains a text without line breaks, in order. */
  *containing(text: string): Generator<OrderedAccount> {
    const entries = this.entries();
    this.keys ??= new JoinedTexts(entries.length, (from, to) => entries.slice(from, to).map(({ key }) => key));
    for (const index of this.keys.containing(text)) {
      const entry = entries[index];
      if (entry) yield entry;
    }
  }

  private place(sorted: OrderedAccount[], id: number): void {
    const account = this.accounts.account(id);
    const entry = account && this.entryOf(account);
    const before = this.byId.get(id);
    if (entry && before?.key === entry.key && before.name === entry.name) return;
    const index = this.indexOf(sorted, id);
    if (index !== null) {
      sorted.splice(index, 1);
      this.keys?.removed(index);
    }
    this.byId.delete(id);
    if (!entry) return;
    this.byId.set(id, entry);
    const place = indexFor(sorted, entry);
    sorted.splice(place, 0, entry);
    this.keys?.inserted(place);
  }

  private indexOf(sorted: readonly OrderedAccount[], id: number): number | null {
    const entry = this.byId.get(id);
    return entry ? indexFor(sorted, entry) : null;
  }

  private entryOf(account: AccountName): OrderedAccount {
    return { id: account.id, key: this.keyOf(account), name: foldName(account.username) };
  }
}

/** Where an entry is, or would be. */
function indexFor(sorted: readonly OrderedAccount[], entry: OrderedAccount): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = sorted[middle];
    if (other && compare(other, entry) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Some sequences after each other. */
export function concatenated(parts: readonly Sequence[]): Sequence {
  return {
    length: parts.reduce((sum, { length }) => sum + length, 0),
    slice: (from, to) => {
      let before = 0;
      return parts.flatMap((part) => {
        const [first, last] = [Math.max(0, from - before), Math.min(part.length, to - before)];
        before += part.length;
        return first < last ? part.slice(first, last) : [];
      });
    },
  };
}

export function reversed(sequence: Sequence): Sequence {
  const { length } = sequence;
  return {
    length,
    slice: (from, to) => sequence.slice(Math.max(0, length - to), Math.max(0, length - from)).reverse(),
  };
}
