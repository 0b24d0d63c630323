import type { Command } from '@guildhall/projections/testing/mongo/mongo-messages.js';
import type { MongoConnection } from '@guildhall/projections/testing/mongo/mongo-connection.js';

/** Where the projector's line was frozen. */
export interface Cut {
  during: 'page' | 'recovery';
  /** Documents that had been written since, and those of the page. */
  written: number;
  total: number;
  /** The document that was written last, as `collection id`. */
  last: string;
}

/**
 * Freezes a projector's line to MongoDB within a page: in the coming page, after its redo record, or in the recovery
 * with which a start finishes a half-written one. What is frozen has reached the server up to the document named.
 *
 * @param documents how many are let through; of a page the number depends on how many it has in all
 */
export function freezeWithin(
  line: MongoConnection,
  during: Cut['during'],
  documents: (total: number) => number,
): Promise<Cut> {
  const cut: Cut = { during, written: 0, total: 0, last: 'none' };
  let left: number | null = null; // null: the moment has not come
  return new Promise((resolve) => {
    line.gatekeeper = (command) => {
      if (!/_views_\d+$/.test(command.db)) return command;
      if (left === null) {
        const begun = during === 'page' ? pageBegunBy(command) : claims(command) ? 0 : null;
        if (begun === null) return command;
        cut.total = begun;
        left = documents(begun);
        return command;
      }
      if (left === 0 && (command.collection !== '_state' || command.name === 'update')) {
        resolve(cut);
        return 'stop';
      }
      if (command.collection.startsWith('_') || command.items.length === 0) return command;
      const items = command.items.slice(0, left);
      left -= items.length;
      cut.written += items.length;
      cut.last = `${command.collection} ${idOf(items.at(-1))}`;
      return items.length === command.items.length ? command : { ...command, items };
    };
  });
}

/** How many documents a page has whose redo record is written now; null for another command. */
function pageBegunBy({ name, collection, items }: Command): number | null {
  const record = (name === 'update' && collection === '_redo' && items[0]?.u) as { page: unknown; writes: [] } | false;
  return record && typeof record.page === 'string' ? record.writes.length : null; // the first record has no page
}

const claims = ({ name, collection }: Command): boolean => name === 'findAndModify' && collection === '_redo';

/** Of an inserted document, or of one that is replaced. */
function idOf(item: { _id?: unknown; q?: { _id?: unknown } } = {}): string {
  return String(item._id ?? item.q?._id);
}
