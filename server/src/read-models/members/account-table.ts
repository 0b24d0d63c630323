import { trimInvisible } from '@guildhall/domain/account/names.js';
import { connect, runInTransaction, type Statement } from '@guildhall/event-store/sqlite/database.js';
import { fold } from '../../text/fold.js';
import type { AccountName } from '../../vault/account/account.js';

export type AccountSort = 'username' | 'email' | 'created_at' | 'posts' | 'role';

export interface AccountFilter {
  text?: string | undefined;
  verified?: boolean | undefined;
  only?: readonly (readonly number[])[];
  without?: readonly (readonly number[])[];
}

export interface AccountPage {
  sort: AccountSort;
  descending?: boolean;
  offset: number;
  limit: number;
  roleKeys?: { holders: ReadonlyMap<number, string>; others: string };
}

export interface Rank {
  posts: number;
  name: string;
}

export interface MemberFilter {
  text?: string;
  after?: Rank | null;
  only?: readonly number[] | null;
  limit?: number;
}

/** `posts` is null for accounts that are not in the member list. */
const schema = `
  PRAGMA temp_store = MEMORY;
  PRAGMA secure_delete = ON;
  CREATE TABLE accounts (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, created_at TEXT NOT NULL,
    verified INTEGER NOT NULL, search_text TEXT NOT NULL, posts INTEGER
  ) STRICT;
  CREATE INDEX by_name ON accounts (name);
  CREATE INDEX by_email ON accounts (email, name);
  CREATE INDEX by_creation ON accounts (created_at, name);
  CREATE INDEX by_posts ON accounts (posts, name DESC);
  CREATE INDEX without_posts ON accounts (id) WHERE posts IS NULL AND verified = 1;
`;

const upsertSql = `INSERT INTO accounts (id, name, email, created_at, verified, search_text) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, email = excluded.email, created_at = excluded.created_at,
  verified = excluded.verified, search_text = excluded.search_text`;

const columns = { username: 'name', email: 'email', created_at: 'created_at', posts: 'posts', role: '' };
/** The table is materialised because the JSON would otherwise be parsed for each account. */
const roleTable =
  'WITH roles AS MATERIALIZED (SELECT CAST(key AS INTEGER) AS holder, value AS role FROM json_each(:holders))';

/** Stored in memory because only the vault may persist names and addresses. */
export class AccountTable {
  private readonly db = connect(':memory:');
  private readonly statements = new Map<string, Statement>();

  constructor() {
    this.db.exec(schema);
  }

  put(accounts: readonly AccountName[]): void {
    runInTransaction(this.db, () => {
      const upsert = this.prepare(upsertSql);
      for (const account of accounts) {
        const [name, email] = [fold(account.username), fold(account.email)];
        upsert.run(account.id, name, email, account.createdAt, Number(account.verified), `${name}\n${email}`);
      }
    });
  }

  remove(id: number): void {
    this.prepare('DELETE FROM accounts WHERE id = ?').run(id);
  }

  setPosts(posts: ReadonlyMap<number, number | null>): void {
    runInTransaction(this.db, () => {
      const updatePosts = this.prepare('UPDATE accounts SET posts = ?1 WHERE id = ?2 AND posts IS NOT ?1');
      for (const [id, count] of posts) updatePosts.run(count, id);
    });
  }

  listIdsWithPosts(): number[] {
    return listIds(this.prepare('SELECT id FROM accounts WHERE posts IS NOT NULL').all());
  }

  listMembersWithoutPosts(): number[] {
    return listIds(this.prepare('SELECT id FROM accounts WHERE posts IS NULL AND verified = 1').all());
  }

  count(filter: AccountFilter): number {
    const { where, values } = buildConditions(filter);
    return (this.prepare(`SELECT count(*) AS count FROM accounts WHERE ${where}`).get(values) as { count: number })
      .count;
  }

  listPage(filter: AccountFilter, { sort, descending = false, offset, limit, roleKeys }: AccountPage): number[] {
    const { where, values, isSelective } = buildConditions(filter);
    const roles = sort === 'role' ? roleKeys : undefined;
    // For a few rows, sorting is faster than scanning a whole index, so the `+` disables the index.
    const key = roles ? 'coalesce(role, :others)' : `${isSelective ? '+' : ''}${columns[sort]}`;
    const [direction, oppositeDirection] = descending ? ['DESC', 'ASC'] : ['ASC', 'DESC'];
    const sql = `${roles ? roleTable : ''}
      SELECT id FROM accounts ${roles ? 'LEFT JOIN roles ON holder = id' : ''} WHERE ${where}
      ORDER BY ${key} ${direction}, name ${sort === 'posts' ? oppositeDirection : direction} LIMIT :limit + 0 OFFSET :offset`;
    const roleValues = roles && {
      holders: JSON.stringify(Object.fromEntries(roles.holders)),
      others: roles.others,
    };
    return listIds(this.prepare(sql).all({ ...values, ...roleValues, limit, offset }));
  }

  listMembers({ text = '', after = null, only = null, limit = -1 }: MemberFilter): (Rank & { id: number })[] {
    const searchText = toSearchForm(text);
    const conditions = ['posts IS NOT NULL'];
    if (after) conditions.push('posts <= :posts AND (posts < :posts OR name > :name)');
    if (only) conditions.push('id IN (SELECT value FROM json_each(:only))');
    if (searchText !== '') conditions.push('instr(name, :text) > 0');
    const sql = `SELECT id, posts, name FROM accounts WHERE ${conditions.join(' AND ')}
      ORDER BY ${searchText === '' && !only ? '' : '+'}posts DESC, name LIMIT :limit + 0`;
    const values = {
      ...(after && { posts: after.posts, name: after.name }),
      ...(only && { only: JSON.stringify(only) }),
      ...(searchText !== '' && { text: searchText }),
      limit,
    };
    return this.prepare(sql).all(values) as (Rank & { id: number })[];
  }

  findIdsByName(words: readonly string[], excludedWords: readonly string[], offset: number, limit: number): number[] {
    const conditions = [...words.map(() => 'instr(name, ?) > 0'), ...excludedWords.map(() => 'instr(name, ?) = 0')];
    const sql = `SELECT id FROM accounts WHERE ${['verified = 1', ...conditions].join(' AND ')}
      ORDER BY name = ? DESC, instr(name, ?) = 1 DESC, +name LIMIT ? OFFSET ?`;
    const firstWord = words[0] ?? '';
    // This statement is not cached because it differs for each number of words.
    return listIds(this.db.prepare(sql).all(...words, ...excludedWords, firstWord, firstWord, limit, offset));
  }

  private prepare(sql: string): Statement {
    const statement = this.statements.get(sql) ?? this.db.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }
}

const toSearchForm = (text: string): string => trimInvisible(fold(text));
const listIds = (rows: unknown[]): number[] => (rows as { id: number }[]).map(({ id }) => id);

function buildConditions({ text = '', verified, only = [], without = [] }: AccountFilter) {
  const searchText = toSearchForm(text);
  const conditions = ['TRUE'];
  const values: Record<string, string> = {};
  const add = (name: string, value: string, condition: string) => {
    conditions.push(condition);
    values[name] = value;
  };
  if (searchText !== '') add('text', searchText, 'instr(search_text, :text) > 0');
  if (verified !== undefined) conditions.push(`verified = ${Number(verified)}`);
  for (const [n, ids] of only.entries())
    add(`only${n}`, JSON.stringify(ids), `id IN (SELECT value FROM json_each(:only${n}))`);
  for (const [n, ids] of without.entries())
    add(`without${n}`, JSON.stringify(ids), `id NOT IN (SELECT value FROM json_each(:without${n}))`);
  return {
    where: conditions.join(' AND '),
    values,
    isSelective: searchText !== '' || verified === false || only.length > 0,
  };
}
