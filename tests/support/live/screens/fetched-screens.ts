import type { LiveRow, MemberNames } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { StaffTopic, Topic } from '@guildhall/domain/wire/topics.js';
import { erasedName } from '../../../../web/src/shared/state/members.js';
import { addAfter, missing, type Get, type Names, type Screen } from './screen.js';

/** The topic only announces changes, so the list is fetched again. */
class FetchedScreen implements Screen {
  private response: unknown = null;

  constructor(
    private readonly topic: Topic,
    private readonly path: string,
    private readonly kinds: readonly LiveRow['kind'][],
  ) {}

  listTopics(): Topic[] {
    return [this.topic];
  }

  async load(get: Get, from: string | null): Promise<string | null> {
    const { status, body, position } = await get(addAfter(this.path, from));
    this.response = status < 400 ? body : missing;
    return status < 400 ? position : null;
  }

  take(row: LiveRow): boolean {
    return this.kinds.includes(row.kind);
  }

  /** Notifications exclude erased members' actions. */
  rename({ username }: MemberNames): boolean {
    return this.kinds.includes('notified') && username === erasedName;
  }

  buildVisibleRows(names: Names): unknown {
    return withCurrentNames(this.response, names);
  }
}

export const createNotificationsScreen = (userId: number): Screen =>
  new FetchedScreen(`member:${userId}`, '/notifications?limit=50', ['notified', 'preferences', 'read']);

const staffPaths: Record<StaffTopic, string> = {
  audit: '/admin/audit?limit=1000',
  users: '/admin/users?limit=1000',
  reports: '/admin/reports?limit=1000',
};

export const createStaffScreen = (list: StaffTopic): Screen => new FetchedScreen(list, staffPaths[list], ['list']);

/** These fields describe the row's subject and are only as current as the fetched list. */
const derivedFields = new Set([
  'title',
  'path',
  'posts',
  'wall_of',
  'last_post_at',
  'last_username',
  'last_avatar_url',
  'others',
]);
/** Additional derived fields of a report's subject. */
const derivedSubjectFields = new Set([...derivedFields, 'text', 'author', 'deleted', 'edited']);

/** Inserts members' current names and drops the fields in `omitted`. */
function withCurrentNames(value: unknown, names: Names, omitted: ReadonlySet<string> = derivedFields): unknown {
  if (Array.isArray(value)) return value.map((element) => withCurrentNames(element, names, omitted));
  if (typeof value !== 'object' || value === null) return value;
  const ownFields = Object.entries(value).filter(([key]) => !omitted.has(key));
  const listOmitted = (key: string) => (key === 'subject' ? derivedSubjectFields : omitted);
  const fields = Object.fromEntries(
    ownFields.map(([key, inner]) => [key, withCurrentNames(inner, names, listOmitted(key))]),
  );
  if ('kind' in fields && 'name' in fields) delete fields['name'];
  if (!('username' in fields)) return fields;
  const member = names.get(Number(fields['user_id'] ?? fields['id']));
  if (!member) return fields;
  const { username, avatar_url, role } = member;
  fields['username'] = username;
  if ('avatar_url' in fields) fields['avatar_url'] = avatar_url;
  // Only an account in the list has a role. When the role changes, the list is fetched again.
  if ('user_id' in fields) fields['role'] = role;
  return fields;
}
