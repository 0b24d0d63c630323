import type { LiveRow, MemberNames } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { StaffTopic, Topic } from '@guildhall/domain/wire/topics.js';
import { erasedName } from '../../../../web/src/shared/state/members.js';
import { after, gone, type Get, type Names, type Screen } from './screen.js';

/** The topic only announces changes: the list is fetched again. */
class AskedScreen implements Screen {
  private answer: unknown = null;

  constructor(
    private readonly topic: Topic,
    private readonly path: string,
    private readonly kinds: readonly LiveRow['kind'][],
  ) {}

  topics(): Topic[] {
    return [this.topic];
  }

  async load(get: Get, from: string | null): Promise<string | null> {
    const { status, body, position } = await get(after(this.path, from));
    this.answer = status < 400 ? body : gone;
    return status < 400 ? position : null;
  }

  take(row: LiveRow): boolean {
    return this.kinds.includes(row.kind);
  }

  /** Notifications exclude what an erased member did. */
  rename({ username }: MemberNames): boolean {
    return this.kinds.includes('told') && username === erasedName;
  }

  shown(names: Names): unknown {
    return renamed(this.answer, names);
  }
}

export const notificationsScreen = (userId: number): Screen =>
  new AskedScreen(`member:${userId}`, '/notifications?limit=50', ['told', 'read']);

const staffPaths: Record<StaffTopic, string> = {
  audit: '/admin/audit?limit=1000',
  users: '/admin/users?limit=1000',
  reports: '/admin/reports?limit=1000',
};

export const staffScreen = (list: StaffTopic): Screen => new AskedScreen(list, staffPaths[list], ['news']);

/** They belong to the subject of a row, and are as old as the fetched list. */
const borrowed = new Set([
  'title',
  'path',
  'posts',
  'wall_of',
  'last_post_at',
  'last_username',
  'last_avatar_url',
  'others',
]);
/** For the subject of a report. */
const borrowedOfSubject = new Set([...borrowed, 'text', 'author', 'deleted', 'edited']);

/** Uses the current names of members, and omits the fields in `left`. */
function renamed(value: unknown, names: Names, left: ReadonlySet<string> = borrowed): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, names, left));
  if (typeof value !== 'object' || value === null) return value;
  const own = Object.entries(value).filter(([key]) => !left.has(key));
  const leftOf = (key: string) => (key === 'subject' ? borrowedOfSubject : left);
  const fields = Object.fromEntries(own.map(([key, inner]) => [key, renamed(inner, names, leftOf(key))]));
  if ('kind' in fields && 'name' in fields) delete fields['name'];
  if (!('username' in fields)) return fields;
  const member = names.get(Number(fields['user_id'] ?? fields['id']));
  if (!member) return fields;
  const { username, avatar_url, role } = member;
  fields['username'] = username;
  if ('avatar_url' in fields) fields['avatar_url'] = avatar_url;
  // An account in the list has a role; when the role changes, the list is fetched again.
  if ('user_id' in fields) fields['role'] = role;
  return fields;
}
