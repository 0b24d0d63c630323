import type { Command } from '@guildhall/projections/testing/mongo/mongo-messages.js';
import type { MongoConnection } from '@guildhall/projections/testing/mongo/mongo-connection.js';

export interface Cut {
  during: 'page' | 'recovery';
  /** The number of documents written before the freeze, and the total of the whole page. */
  written: number;
  total: number;
  /** The last document written, in the form `collection id`. */
  last: string;
}

/**
 * Freezes the connection while the next page is written, after its redo record, or while a half-written page is
 * recovered. The server has received everything up to `last`.
 * @param documents the number that pass, computed from the total number of documents if it is a page
 */
export function freezeWithin(
  line: MongoConnection,
  during: Cut['during'],
  documents: (total: number) => number,
): Promise<Cut> {
  const pageCut: Cut = { during, written: 0, total: 0, last: 'none' };
  let remainingCount: number | null = null; // Null until the redo record has passed.
  return new Promise((resolve) => {
    line.messageFilter = (command) => {
      if (!/_views_\d+$/.test(command.db)) return command;
      if (remainingCount === null) {
        const begunDocuments = during === 'page' ? findBegunPage(command) : isClaim(command) ? 0 : null;
        if (begunDocuments === null) return command;
        pageCut.total = begunDocuments;
        remainingCount = documents(begunDocuments);
        return command;
      }
      if (remainingCount === 0 && (command.collection !== '_state' || command.name === 'update')) {
        resolve(pageCut);
        return 'stop';
      }
      if (command.collection.startsWith('_') || command.items.length === 0) return command;
      const items = command.items.slice(0, remainingCount);
      remainingCount -= items.length;
      pageCut.written += items.length;
      pageCut.last = `${command.collection} ${getId(items.at(-1))}`;
      return items.length === command.items.length ? command : { ...command, items };
    };
  });
}

/** Returns null for commands that do not write a redo record. */
function findBegunPage({ name, collection, items }: Command): number | null {
  const record = (name === 'update' && collection === '_redo' && items[0]?.u) as { page: unknown; writes: [] } | false;
  // The first record does not belong to a page.
  return record && typeof record.page === 'string' ? record.writes.length : null;
}

const isClaim = ({ name, collection }: Command): boolean => name === 'findAndModify' && collection === '_redo';

/** Returns an inserted or replaced document's id. */
function getId(item: { _id?: unknown; q?: { _id?: unknown } } = {}): string {
  return String(item._id ?? item.q?._id);
}
