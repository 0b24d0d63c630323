import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProjectedEvent } from '../../view.js';
import { FoldInMemory } from '../../testing/fold-in-memory.js';
import { History, randomHistory } from '../../testing/random-history.js';
import type { FollowDocument, ProfileDocument } from './document.js';
import { followsView } from './project.js';
import { at, position, reading, sample } from '../../testing/sample-events.js';

const fold = (history: Pick<History, 'events'>) => new FoldInMemory([followsView], history.events);
const countsOf = (history: History, id: number) => {
  const profile = fold(history).one<ProfileDocument>('profiles', id);
  return [profile?.followers, profile?.following];
};

describe('A follow', () => {
  it('is counted on both sides, also when it ends and begins again', () => {
    const history = new History();
    history.follow(1, 2);
    history.follow(3, 2);
    expect(countsOf(history, 2)).toEqual([2, 0]);
    expect(countsOf(history, 1)).toEqual([0, 1]);
    history.follow(1, 2); // no longer
    expect(countsOf(history, 2)).toEqual([1, 0]);
    expect(fold(history).one<FollowDocument>('follows', '1:2')?.active).toBe(false);
    history.follow(1, 2);
    expect(countsOf(history, 2)).toEqual([2, 0]);
  });

  it('is left to be ended one by one after an erasure, which writes one document for any number of followers', () => {
    const history = new History();
    for (let id = 2; id < 12; id++) history.follow(id, 1);
    history.follow(1, 2);
    const [before, erasure] = [fold(history), history.events.length];
    history.erase(1);
    const erased = history.events[erasure] as ProjectedEvent;
    expect(followsView.project(erased, (collection, id) => before.one(collection, id))).toMatchObject([
      { collection: 'profiles', document: { id: 1, followers: 10, following: 1, gone: true, toEnd: true } },
    ]);
  });

  it('of an erased member is listed for ending until the last one has ended, also one that reached the log after the erasure', () => {
    const history = new History();
    const toEnd = () => fold(history).one<ProfileDocument>('profiles', 1)?.toEnd;
    history.erase(1);
    expect(toEnd()).toBe(false);
    history.follow(2, 1);
    history.follow(1, 3);
    expect(toEnd()).toBe(true);
    history.follow(2, 1); // no longer
    expect(toEnd()).toBe(true);
    history.follow(1, 3);
    expect(toEnd()).toBe(false);
    expect([1, 2, 3].map((id) => countsOf(history, id))).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
  });

  it.each(['the followed', 'the follower'])('is left to be ended where the erased member is only %s', (side) => {
    const history = new History();
    if (side === 'the followed') history.follow(2, 1);
    else history.follow(1, 2);
    history.erase(1);
    expect(fold(history).one<ProfileDocument>('profiles', 1)).toMatchObject({ gone: true, toEnd: true });
  });

  it('is counted as it is listed, whatever happened', () => {
    fc.assert(
      fc.property(randomHistory, (events) => {
        const folded = fold({ events });
        const existing = folded.all<FollowDocument>('follows').filter(({ active }) => active);
        for (const { id, followers, following } of folded.all<ProfileDocument>('profiles')) {
          expect(followers).toBe(existing.filter(({ followedId }) => followedId === id).length);
          expect(following).toBe(existing.filter(({ followerId }) => followerId === id).length);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('A follow', () => {
  const profile = (id: number, followers: number, following: number): ProfileDocument => ({
    ...{ id, pos: position, followers, following, gone: false, toEnd: false },
  });
  const stored: FollowDocument = {
    ...{ id: '101:102', pos: position, followerId: 101, followedId: 102, active: true, at, order: position },
  };
  const ended: FollowDocument = { ...stored, active: false };
  const none = reading({});

  it('is one document and two counts, of members without a profile too', () => {
    const { pos: _, ...document } = stored;
    const [follower, followed] = [profile(101, 0, 1), profile(102, 1, 0)].map(({ pos: _pos, ...it }) => it);
    const expected = [
      { collection: 'follows', document },
      { collection: 'profiles', document: follower },
      { collection: 'profiles', document: followed },
    ];
    expect(followsView.project(sample('Followed.v1'), none)).toEqual(expected);
    expect(followsView.project({ ...sample('Followed.v1'), metadata: {} }, none)[0]?.document).toMatchObject({
      at: '',
    });
  });

  it('changes nothing when repeated, or when it is of oneself', () => {
    expect(followsView.project(sample('Followed.v1'), reading({ follows: [stored] }))).toEqual([]);
    expect(followsView.project(sample('Unfollowed.v1'), none)).toEqual([]);
    expect(followsView.project(sample('Unfollowed.v1'), reading({ follows: [ended] }))).toEqual([]);
    expect(followsView.project(sample('Followed.v1', { followedId: 101 }), none)).toEqual([]);
  });
});
