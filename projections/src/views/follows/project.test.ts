import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FoldInMemory } from '../../testing/fold-in-memory.js';
import { History, randomHistory } from '../../testing/random-history.js';
import type { FollowDocument, ProfileDocument } from './document.js';
import { followsView } from './project.js';
import { at, position, getFrom, sample } from '../../testing/sample-events.js';

const fold = (history: Pick<History, 'events'>) => new FoldInMemory([followsView], history.events);
const readCounts = (history: History, id: number) => {
  const profile = fold(history).getOne<ProfileDocument>('profiles', id);
  return [profile?.followers, profile?.following];
};

describe('follow counts after any history', () => {
  it('counts a follow for both members, even if it ends and starts again', () => {
    const history = new History();
    history.follow(1, 2);
    history.follow(3, 2);
    expect(readCounts(history, 2)).toEqual([2, 0]);
    expect(readCounts(history, 1)).toEqual([0, 1]);
    history.follow(1, 2);
    expect(readCounts(history, 2)).toEqual([1, 0]);
    expect(fold(history).getOne<FollowDocument>('follows', '1:2')?.active).toBe(false);
    history.follow(1, 2);
    expect(readCounts(history, 2)).toEqual([2, 0]);
  });

  it('follower counts match the listed follows after any history', () => {
    fc.assert(
      fc.property(randomHistory, (events) => {
        const foldedViews = fold({ events });
        const existing = foldedViews.listAll<FollowDocument>('follows').filter(({ active }) => active);
        for (const { id, followers, following } of foldedViews.listAll<ProfileDocument>('profiles')) {
          expect(followers).toBe(existing.filter(({ followedId }) => followedId === id).length);
          expect(following).toBe(existing.filter(({ followerId }) => followerId === id).length);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('follow documents', () => {
  const buildProfile = (id: number, followers: number, following: number): ProfileDocument => ({
    id,
    pos: position,
    followers,
    following,
  });
  const storedFollow: FollowDocument = {
    id: '101:102',
    pos: position,
    followerId: 101,
    followedId: 102,
    active: true,
    at,
    order: position,
  };
  const endedFollow: FollowDocument = { ...storedFollow, active: false };
  const noDocuments = getFrom({});

  it('a follow creates one document and two counts, even without existing profiles', () => {
    const { pos: _, ...document } = storedFollow;
    const [followerProfile, followedProfile] = [buildProfile(101, 0, 1), buildProfile(102, 1, 0)].map(
      ({ pos: _pos, ...profile }) => profile,
    );
    const expected = [
      { collection: 'follows', document },
      { collection: 'profiles', document: followerProfile },
      { collection: 'profiles', document: followedProfile },
    ];
    expect(followsView.project(sample('Followed.v1'), noDocuments)).toEqual(expected);
    expect(followsView.project({ ...sample('Followed.v1'), metadata: {} }, noDocuments)[0]?.document).toMatchObject({
      at: '',
    });
  });

  it('ignores repeated follows and members following themselves', () => {
    expect(followsView.project(sample('Followed.v1'), getFrom({ follows: [storedFollow] }))).toEqual([]);
    expect(followsView.project(sample('Unfollowed.v1'), noDocuments)).toEqual([]);
    expect(followsView.project(sample('Unfollowed.v1'), getFrom({ follows: [endedFollow] }))).toEqual([]);
    expect(followsView.project(sample('Followed.v1', { followedId: 101 }), noDocuments)).toEqual([]);
  });
});
