import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import {
  maxListedReaders,
  maxOnlineMembers,
  type OnlineMembers,
} from '@guildhall/domain/wire/schemas/members/members.js';
import { beginning } from '@guildhall/event-store/port.js';
import type { Policy } from '../../policy/policy.js';
import type { PresentMember } from '../../vault/presence-rows.js';
import type { Directory } from './directory.js';
import type { Presence, PresenceSnapshot } from './presence.js';

interface Dependencies {
  directory: Pick<Directory, 'getPerson'>;
  policy: Pick<Policy, 'getRoleName'>;
  presence: Pick<Presence, 'isEnabled'>;
}

/** Staff come first so that the list's limit omits none of them. */
export function listOnlineMembers(
  { directory, policy, presence }: Dependencies,
  { members, guests }: PresenceSnapshot,
): OnlineMembers {
  const isStaff = (userId: number) => policy.getRoleName(userId) !== null;
  const staff = members.filter(({ userId }) => isStaff(userId));
  const otherMembers = members.filter(({ userId }) => !isStaff(userId));
  return {
    enabled: presence.isEnabled,
    count: members.length,
    guests,
    members: [...staff, ...otherMembers]
      .slice(0, maxOnlineMembers)
      .map(({ userId }) => ({ ...directory.getPerson(userId), staff: isStaff(userId) })),
  };
}

type ReadersRow = Extract<LiveRow, { kind: 'readers' }>;

/** Members who are writing come first so that the list's limit omits none of them. */
export function listThreadReaders(
  directory: Pick<Directory, 'getPerson'>,
  { readersByThread, guestsByThread }: PresenceSnapshot,
  threadId: number,
  mayView: (userId: number) => boolean,
): ReadersRow {
  const isWriting = ({ writing }: PresentMember) => writing === threadId;
  const readers = (readersByThread.get(threadId) ?? []).filter(({ userId }) => mayView(userId));
  const writersFirst = readers.toSorted((one, other) => Number(isWriting(other)) - Number(isWriting(one)));
  return {
    kind: 'readers',
    id: threadId,
    pos: beginning,
    readers: readers.length + (guestsByThread.get(threadId) ?? 0),
    members: writersFirst
      .slice(0, maxListedReaders)
      .map((member) => ({ ...directory.getPerson(member.userId), writing: isWriting(member) })),
  };
}
