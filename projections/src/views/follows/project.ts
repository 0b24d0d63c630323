import { createView, type Change, type EventOf, type Get } from '../../view.js';
import type { FollowDocument, ProfileDocument } from './document.js';

export const followsView = createView(
  {
    follows: {
      indexes: [
        ['followerId', 'active', 'order'],
        ['followedId', 'active', 'order'],
      ],
    },
    profiles: { indexes: [] },
  },
  { 'Followed.v1': changeFollow, 'Unfollowed.v1': changeFollow },
);

function changeFollow(event: EventOf<'Followed.v1' | 'Unfollowed.v1'>, get: Get): Change[] {
  const { followerId, followedId } = event.data;
  const isFollowed = event.type === 'Followed.v1';
  const id = followId(followerId, followedId);
  const wasActive = get<FollowDocument>('follows', id)?.active ?? false;
  if (wasActive === isFollowed || followerId === followedId) return [];
  const follower = getProfile(followerId, get);
  const target = getProfile(followedId, get);
  const increment = isFollowed ? 1 : -1;
  const at = event.metadata.at ?? '';
  return [
    { collection: 'follows', document: { id, followerId, followedId, active: isFollowed, at, order: event.position } },
    buildProfileChange({ ...follower, following: follower.following + increment }),
    buildProfileChange({ ...target, followers: target.followers + increment }),
  ];
}

export const followId = (followerId: number, followedId: number): string => `${followerId}:${followedId}`;

type ProfileBefore = Omit<ProfileDocument, 'pos'>;

const getProfile = (id: number, get: Get): ProfileBefore =>
  get<ProfileDocument>('profiles', id) ?? { id, followers: 0, following: 0 };

const buildProfileChange = ({ id, followers, following }: ProfileBefore): Change => ({
  collection: 'profiles',
  document: { id, followers, following },
});
