import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AccountName } from '../../vault/vault.js';
import { AccountOrder, concatenated, reversed } from './account-order.js';

const account = (id: number, username: string, email: string): AccountName => ({
  ...{ id, username, email, verified: true, avatar: null, createdAt: '2026-01-01T00:00:00.000Z' },
});

test('after any changes the order equals a new sort, and what is left out is skipped on every page', () => {
  const changes = fc.array(fc.record({ id: fc.nat(20), name: fc.nat(6), key: fc.nat(3), gone: fc.boolean() }));
  fc.assert(
    fc.property(changes, fc.array(fc.nat(25)), fc.nat(6), (all, without, from) => {
      const known = new Map<number, AccountName>();
      let notify: (ids: readonly number[]) => void = () => undefined;
      const order = new AccountOrder(
        {
          all: () => [...known.values()],
          account: (id) => known.get(id) ?? null,
          onChange: (listener) => (notify = listener),
        },
        ({ email }) => email,
      );
      for (const { id, name, key, gone } of all) {
        if (gone) known.delete(id);
        else known.set(id, account(id, `name${name}`, `key${key}`));
        notify([id]);
        if (name % 2 === 0) order.entries();
        if (name % 3 === 0) Array.from(order.containing('e'));
      }
      const text = ({ id, username, email }: AccountName) => `${email} ${username} ${String(id).padStart(3, '0')}`;
      const sorted = [...known.values()].sort((a, b) => (text(a) < text(b) ? -1 : 1)).map(({ id }) => id);
      expect(order.entries().map(({ id }) => id)).toEqual(sorted);
      for (const part of ['key', 'key3', 'ey', '1', 'y2']) {
        const has = (id: number) => known.get(id)?.email.includes(part);
        expect(Array.from(order.containing(part), ({ id }) => id)).toEqual(sorted.filter(has));
      }
      const rest = order.without(new Set(without));
      const expected = sorted.filter((id) => !without.includes(id));
      expect(rest.length).toBe(expected.length);
      expect(rest.slice(from, from + 5)).toEqual(expected.slice(from, from + 5));
      expect(reversed(rest).slice(from, from + 5)).toEqual(expected.reverse().slice(from, from + 5));
      expect(order.sort(new Set(without))).toEqual(sorted.filter((id) => without.includes(id)));
    }),
  );
});

test('an account that is gone leaves at once, before the order is read again', () => {
  const known = new Map([1, 2].map((id) => [id, account(id, `name${id}`, `key${id}`)]));
  let notify: (ids: readonly number[]) => void = () => undefined;
  const accounts = { all: () => [...known.values()], account: (id: number) => known.get(id) ?? null };
  const order = new AccountOrder({ ...accounts, onChange: (listener) => (notify = listener) }, ({ email }) => email);
  const kept = order.entries();
  expect(Array.from(order.containing('key'), ({ id }) => id)).toEqual([1, 2]);
  known.delete(1);
  notify([1]);
  expect(kept.map(({ key }) => key)).toEqual(['key2']);
});

test('sequences after each other are read as one', () => {
  const joined = concatenated([[1, 2, 3], [], [4, 5]]);
  expect(joined.length).toBe(5);
  expect(joined.slice(1, 4)).toEqual([2, 3, 4]);
  expect(joined.slice(3, 9)).toEqual([4, 5]);
  expect(reversed(joined).slice(0, 3)).toEqual([5, 4, 3]);
});
