import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstAfter, MemberOrder, type RankedMember } from './member-order.js';

const member = (id: number, posts: number, username: string): RankedMember => ({
  ...{ id, posts, username, fold: username.toLowerCase() },
});
const names = (order: MemberOrder) => order.members.map(({ username, posts }) => `${username} ${posts}`);

test('most posts come first, ties by name ignoring case', () => {
  const order = new MemberOrder();
  order.fill([member(1, 3, 'bob'), member(2, 5, 'Zoe'), member(3, 3, 'Anna'), member(4, 3, 'Carl')]);
  expect(names(order)).toEqual(['Zoe 5', 'Anna 3', 'bob 3', 'Carl 3']);
  order.put(member(4, 5, 'Carl'));
  order.put(member(2, 5, 'Adam'));
  order.remove(3);
  expect(names(order)).toEqual(['Adam 5', 'Carl 5', 'bob 3']);
});

test('two members who swap names remain two', () => {
  const order = new MemberOrder();
  order.fill([member(1, 3, 'Anna'), member(2, 3, 'Bob')]);
  order.put(member(1, 3, 'Bob'));
  order.put(member(2, 3, 'Anna'));
  expect(order.members.map(({ id }) => id)).toEqual([2, 1]);
});

test('after any changes the order equals a new sort, and every place in it is found', () => {
  const changes = fc.array(fc.record({ id: fc.nat(30), posts: fc.nat(4), letter: fc.nat(25), gone: fc.boolean() }), {
    maxLength: 120,
  });
  fc.assert(
    fc.property(changes, fc.nat(40), (all, filledWith) => {
      const order = new MemberOrder();
      const known = new Map<number, RankedMember>();
      // The id in the name keeps names unique.
      const made = all.map((it) => ({
        ...it,
        member: member(it.id, it.posts, `${String.fromCharCode(65 + it.letter)}${it.id}`),
      }));
      for (const it of made.slice(0, filledWith)) known.set(it.id, it.member);
      order.fill(known.values());
      for (const { id, gone, member } of made.slice(filledWith)) {
        if (gone) known.delete(id);
        else known.set(id, member);
        if (gone) order.remove(id);
        else order.put(member);
        if (member.posts % 2 === 0) Array.from(order.containing('a', null));
      }
      const sorted = [...known.values()].sort((a, b) => b.posts - a.posts || (a.fold < b.fold ? -1 : 1));
      expect(order.members).toEqual(sorted);
      for (const [index, at] of sorted.entries()) expect(firstAfter(order.members, at)).toBe(index + 1);
      for (const text of ['', 'a', '1', '12'])
        for (const after of [null, ...sorted.slice(0, 3)])
          expect([...order.containing(text, after)]).toEqual(
            sorted.slice(after ? sorted.indexOf(after) + 1 : 0).filter(({ fold }) => fold.includes(text)),
          );
    }),
  );
});
