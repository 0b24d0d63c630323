import { join } from 'node:path';
import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { connect, type Database } from '@guildhall/event-store/sqlite/database.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import { fromPosition } from '@guildhall/event-store/dense-position.js';
import { beforeEach, expect, test } from 'vitest';
import { buildGeneration } from './build-generation.js';
import { SqliteViewStore } from '../stores/sqlite/store.js';
import { makeTables } from '../stores/sqlite/tables.js';
import { collectDeclaredFields } from '../stores/view-fields.js';
import { History } from '../testing/random-history.js';
import type { View } from '../view.js';
import { views, viewSchema } from '../views/all-views.js';

const declaredFields = collectDeclaredFields(viewSchema);
const members = Array.from({ length: 50 }, (_, n) => n + 1);

function buildReplies(): StoredEvent[] {
  const history = new History();
  const place = { sectionId: 1, subsectionId: null };
  const threads = Array.from({ length: 20 }, () => history.createThread(1, place, 'a thread'));
  for (let n = 0; history.events.length < 1_000; n++) {
    history.reply(threads[(n * 7) % 20] ?? 0, members[n % 50] ?? 0, `reply ${n}`);
  }
  return history.events;
}

let db: Database;
let statements: string[];
beforeEach(() => {
  db = connect(join(createTemporaryFolder(), 'views.db'));
  makeTables(db, viewSchema, declaredFields, false);
  statements = [];
  const prepare = db.prepare.bind(db);
  const countStatements = (sql: string) => {
    const statement = prepare(sql);
    for (const name of ['run', 'get', 'all'] as const) {
      const call = statement[name].bind(statement) as (...values: never[]) => never;
      const value = (...values: never[]) => {
        statements.push(sql);
        return call(...values);
      };
      Object.defineProperty(statement, name, { value });
    }
    return statement;
  };
  Object.defineProperty(db, 'prepare', { value: countStatements });
});

test('building views from 1,000 events needs few statements and few projections per event', async () => {
  const events = buildReplies();
  const log = { readAll: async (after: string, limit: number) => events.slice(fromPosition(after)).slice(0, limit) };
  let projections = 0;
  const countingViews = views.map((view): View => {
    const project: View['project'] = (event, get) => {
      projections++;
      return view.project(event, get);
    };
    return { ...view, project };
  });
  const store = new SqliteViewStore(1, db, declaredFields, { building: true });
  await buildGeneration({ log, store, views: countingViews, epoch: 1 });
  const documentCount = await store.count('posts', {});
  await store.close();
  expect(documentCount).toBeGreaterThan(900);
  const reads = statements.filter((sql) => sql.startsWith('SELECT body'));
  expect(reads.length).toBeLessThan(60);
  expect(statements.length).toBeLessThan(4_100); // Each of the page's documents is written with one statement.
  expect(projections / events.length).toBeLessThan(19); // Nine of the 17 views project a reply, once to read ahead and once to fold.
});
