import {
  limitParameter,
  runInTransaction,
  type Database,
  type Statement,
} from '@guildhall/event-store/sqlite/database.js';
import {
  collectionIndexes,
  listConditions,
  type Documents,
  type FindOptions,
  type Filter,
  type GroupSum,
  type Operator,
  type VaultDocuments,
} from '../documents.js';
import { wrapVaultErrors } from '../wrap-vault-errors.js';
import type { Write } from './sqlite-writes.js';

type Parameter = string | number | null;

const numericIds: ReadonlySet<keyof VaultDocuments> = new Set([
  'accounts',
  'programs',
  'gameAccounts',
  'gameHeads',
  'serverStatuses',
  'gameServers',
]);

export class SqliteDocuments<
  Name extends keyof VaultDocuments,
  D extends VaultDocuments[Name],
> implements Documents<D> {
  private readonly statements = new Map<string, Statement>();
  private readonly unique: readonly (keyof D & string)[];

  constructor(
    private readonly db: Database,
    private readonly write: Write,
    private readonly name: Name,
  ) {
    const { unique = [], indexes } = collectionIndexes[name];
    this.unique = unique;
    const idType = numericIds.has(name) ? 'INTEGER' : 'TEXT';
    db.exec(`CREATE TABLE IF NOT EXISTS ${name} (id ${idType} PRIMARY KEY, document TEXT NOT NULL) STRICT`);
    for (const field of unique) this.createIndex('UNIQUE INDEX', [field]);
    for (const fields of indexes) this.createIndex('INDEX', fields);
  }

  get(id: D['id']): Promise<D | null> {
    return wrapVaultErrors(() => this.read(id));
  }

  find(filter: Filter<D>, options?: FindOptions<D>): Promise<D[]> {
    return wrapVaultErrors(() => this.select(filter, options));
  }

  count(filter: Filter<D>): Promise<number> {
    return wrapVaultErrors(() => {
      const { sql, values } = buildWhere(filter);
      const { n } = this.prepare(`SELECT count(*) AS n FROM ${this.name} WHERE ${sql}`).get(...values) as { n: number };
      return n;
    });
  }

  put(document: D): Promise<void> {
    return this.write(() => this.save(document));
  }

  insert(document: D): Promise<(keyof D & string) | null> {
    return this.write(() =>
      runInTransaction(this.db, () => {
        const conflict = this.read(document.id) ? 'id' : this.findTaken(document);
        if (conflict === null) this.save(document);
        return conflict;
      }),
    );
  }

  edit(id: D['id'], change: (storedDocument: D) => D | null) {
    return this.write(() =>
      runInTransaction(this.db, () => {
        const storedDocument = this.read(id);
        if (!storedDocument) return 'missing';
        const document = change(storedDocument);
        if (!document) return 'unchanged';
        const conflict = this.findTaken(document);
        if (conflict === null) this.save(document);
        return conflict ?? 'changed';
      }),
    );
  }

  insertOrRaise(documents: readonly D[], field: keyof D & string): Promise<void> {
    const selectField = (row: string) => `${row} ->> '${field}'`;
    return this.write(() =>
      runInTransaction(this.db, () => {
        const insert = this.prepare(
          `INSERT INTO ${this.name} VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET
           document = json_set(document, '$.${field}', max(${selectField('document')}, ${selectField('excluded.document')}))`,
        );
        for (const document of documents) insert.run(document.id, JSON.stringify(document));
      }),
    );
  }

  remove(filter: Filter<D>): Promise<number> {
    return this.write(() => {
      const { sql, values } = buildWhere(filter);
      return Number(this.prepare(`DELETE FROM ${this.name} WHERE ${sql}`).run(...values).changes);
    });
  }

  computeSums(filter: Filter<D>, field: keyof D & string, groupBy: keyof D & string): Promise<GroupSum[]> {
    return wrapVaultErrors(() => {
      const { sql, values } = buildWhere(filter);
      const group = toColumn(groupBy);
      const query = `SELECT ${group} AS "group", sum(${toColumn(field)}) AS sum
        FROM ${this.name} WHERE ${sql} GROUP BY ${group} ORDER BY sum DESC, ${group}`;
      return this.prepare(query).all(...values) as GroupSum[];
    });
  }

  private select(filter: Filter<D>, { orderBy = 'id', newestFirst, limit = -1 }: FindOptions<D> = {}): D[] {
    const { sql, values } = buildWhere(filter);
    const direction = newestFirst ? 'DESC' : 'ASC';
    const order = `${toColumn(orderBy)} ${direction}, id ${direction}`;
    const orderedQuery = `SELECT document FROM ${this.name} WHERE ${sql} ORDER BY ${order} ${limitParameter}`;
    const rows = this.prepare(orderedQuery).all(...values, limit) as { document: string }[];
    return rows.map(({ document }) => JSON.parse(document) as D);
  }

  private read(id: D['id']): D | null {
    return this.select({ id })[0] ?? null;
  }

  private findTaken(document: D): (keyof D & string) | null {
    const isTaken = (field: keyof D) => this.select({ [field]: document[field], id: { ne: document.id } }).length > 0;
    return this.unique.find(isTaken) ?? null;
  }

  private save(document: D): void {
    const sql = `INSERT INTO ${this.name} VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET document = excluded.document`;
    this.prepare(sql).run(document.id, JSON.stringify(document));
  }

  private prepare(sql: string): Statement {
    const statement = this.statements.get(sql) ?? this.db.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }

  private createIndex(kind: 'INDEX' | 'UNIQUE INDEX', fields: readonly string[]): void {
    const { db, name } = this;
    const { sparse } = collectionIndexes[name];
    const where = sparse && fields.includes(sparse) ? ` WHERE ${toColumn(sparse)} IS NOT NULL` : '';
    const columns = fields.map(toColumn).join(', ');
    db.exec(`CREATE ${kind} IF NOT EXISTS ${name}_${fields.join('_')} ON ${name} (${columns})${where}`);
  }
}

const operators: Record<Operator, string> = {
  eq: 'IS ?',
  ne: 'IS NOT ?',
  gt: '> ?',
  gte: '>= ?',
  lt: '< ?',
  lte: '<= ?',
  in: 'IN (SELECT value FROM json_each(?))',
};

export const toColumn = (field: string): string => (field === 'id' ? 'id' : `document ->> '${field}'`);

function buildWhere(filter: object): { sql: string; values: Parameter[] } {
  const conditions = listConditions(filter);
  return {
    sql: conditions.map(({ field, operator }) => `${toColumn(field)} ${operators[operator]}`).join(' AND ') || 'TRUE',
    values: conditions.map(({ value }) => toParameter(value)),
  };
}

function toParameter(value: unknown): Parameter {
  if (typeof value === 'boolean') return Number(value);
  return Array.isArray(value) ? JSON.stringify(value) : (value as Parameter);
}
