import type { FollowEvent } from '@guildhall/domain/follow/events.js';
import type { Change, Get, ProjectedEvent, View } from '../view.js';
import type { FollowDocument, ProfileDocument } from './document.js';

export const followsView: View = {
  schema: {
    follows: {
      indexes: [
        ['followerId', 'stands', 'order'],
        ['followedId', 'stands', 'order'],
      ],
    },
    profiles: { indexes: [] },
  },

  project(event, get) {
    switch (event.type) {
      case 'Followed.v1':
      case 'Unfollowed.v1':
        return followed(event, get);
      case 'UserErased.v1':
        return erased(event.data.userId, event.position, get);
      default:
        return [];
    }
  },
};

function followed(event: ProjectedEvent & FollowEvent, get: Get): Change[] {
  const { followerId, followedId } = event.data;
  const stands = event.type === 'Followed.v1';
  const id = `${followerId}:${followedId}`;
  const before = get<FollowDocument>('follows', id);
  const follower = profileOf(followerId, get);
  const target = profileOf(followedId, get);
  if ((before?.stands ?? false) === stands || follower.gone || target.gone || followerId === followedId) return [];
  const links = before ?? { earlierFollowing: follower.newestFollowing, earlierFollower: target.newestFollower };
  const { earlierFollowing, earlierFollower } = links;
  const at = event.metadata.at ?? '';
  const by = stands ? 1 : -1;
  return [
    changed({ id, followerId, followedId, stands, at, order: event.position, earlierFollowing, earlierFollower }),
    counted({
      ...follower,
      following: follower.following + by,
      newestFollowing: before ? follower.newestFollowing : id,
    }),
    counted({ ...target, followers: target.followers + by, newestFollower: before ? target.newestFollower : id }),
  ];
}

/** Ends every follow from and to somebody: nobody counts, or lists, who is gone. */
function erased(userId: number, order: string, get: Get): Change[] {
  const own = profileOf(userId, get);
  if (own.gone) return [];
  const others = new Map<number, ProfileBefore>();
  const ended: Change[] = [];
  const end = (follow: FollowDocument, otherId: number, count: 'followers' | 'following') => {
    if (!follow.stands) return;
    ended.push(changed({ ...follow, stands: false, order }));
    const other = others.get(otherId) ?? profileOf(otherId, get);
    others.set(otherId, { ...other, [count]: other[count] - 1 });
  };
  for (const follow of chain(own.newestFollowing, 'earlierFollowing', get)) end(follow, follow.followedId, 'followers');
  for (const follow of chain(own.newestFollower, 'earlierFollower', get)) end(follow, follow.followerId, 'following');
  const gone = { ...own, followers: 0, following: 0, gone: true };
  return [...ended, ...[...others.values(), gone].map(counted)];
}

function* chain(newest: string | null, link: 'earlierFollowing' | 'earlierFollower', get: Get) {
  for (let id = newest; id !== null;) {
    const follow: FollowDocument | null = get<FollowDocument>('follows', id);
    if (follow) yield follow;
    id = follow?.[link] ?? null;
  }
}

type ProfileBefore = Omit<ProfileDocument, 'pos'>;

const profileOf = (id: number, get: Get): ProfileBefore =>
  get<ProfileDocument>('profiles', id) ?? {
    id,
    followers: 0,
    following: 0,
    newestFollowing: null,
    newestFollower: null,
    gone: false,
  };

const changed = (document: Omit<FollowDocument, 'pos'>): Change => ({ collection: 'follows', document });
const counted = (document: ProfileBefore): Change => ({ collection: 'profiles', document: { ...document } });
