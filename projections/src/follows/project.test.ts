import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FoldInMemory } from '../testing/fold-in-memory.js';
import { History, randomHistory } from '../testing/random-history.js';
import type { FollowDocument, ProfileDocument } from './document.js';
import { followsView } from './project.js';

const fold = (history: Pick<History, 'events'>) => new FoldInMemory([followsView], history.events);
const countsOf = (history: History, id: number) => {
  const profile = fold(history).one<ProfileDocument>('profiles', id);
  return [profile?.followers, profile?.following];
};

describe('Who follows whom', () => {
  it('is counted on both sides, also when it ends and begins again', () => {
    const history = new History();
    history.follow(1, 2);
    history.follow(3, 2);
    expect(countsOf(history, 2)).toEqual([2, 0]);
    expect(countsOf(history, 1)).toEqual([0, 1]);
    history.follow(1, 2); // no longer
    expect(countsOf(history, 2)).toEqual([1, 0]);
    expect(fold(history).one<FollowDocument>('follows', '1:2')?.stands).toBe(false);
    history.follow(1, 2);
    expect(countsOf(history, 2)).toEqual([2, 0]);
  });

  it('ends on both sides with an erasure, whatever was followed before and after', () => {
    const history = new History();
    history.follow(1, 2);
    history.follow(2, 1);
    history.follow(1, 3);
    history.follow(1, 3); // no longer
    history.follow(3, 1);
    history.erase(1);
    expect([1, 2, 3].map((id) => countsOf(history, id))).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    expect(
      fold(history)
        .all<FollowDocument>('follows')
        .filter(({ stands }) => stands),
    ).toEqual([]);
  });

  it('does not begin with who is gone, though a follow may reach the log behind his erasure', () => {
    const history = new History();
    history.erase(1);
    history.follow(2, 1);
    expect(countsOf(history, 2)).toEqual([undefined, undefined]);
  });

  it('is counted as it is listed, whatever happened', () => {
    fc.assert(
      fc.property(randomHistory, (events) => {
        const folded = fold({ events });
        const standing = folded.all<FollowDocument>('follows').filter(({ stands }) => stands);
        for (const { id, followers, following } of folded.all<ProfileDocument>('profiles')) {
          expect(followers).toBe(standing.filter(({ followedId }) => followedId === id).length);
          expect(following).toBe(standing.filter(({ followerId }) => followerId === id).length);
        }
      }),
      { numRuns: 300 },
    );
  });
});
