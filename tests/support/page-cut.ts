import type { MongoLine } from '@guildhall/projections/testing/mongo-line.js';

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
  line: MongoLine,
  during: Cut['during'],
  documents: (total: number) => number,
): Promise<Cut> {
  const cut: Cut = { during, written: 0, total: 0, last: 'none' };
  let left: number | null = null; // null: the moment has not come
  return new Promise((resolve) => {
    line.gatekeeper = (command) => {
      if (!/_views_\d+$/.test(command.db)) return command;
      if (left === null) {
        const [redo] = command.items;
        if (command.collection !== '_redo') return command;
        if (during === 'page' && redo) cut.total = (redo.u as { writes: unknown[] }).writes.length;
        if (command.name === (during === 'page' ? 'update' : 'findAndModify')) left = documents(cut.total);
        return command;
      }
      if (left === 0 && command.collection !== '_state') return (resolve(cut), 'stop');
      if (left === 0 && command.name === 'update') return (resolve(cut), 'stop');
      if (command.collection.startsWith('_') || command.items.length === 0) return command;
      const items = command.items.slice(0, left);
      left -= items.length;
      cut.written += items.length;
      cut.last = `${command.collection} ${idOf(items.at(-1))}`;
      return items.length === command.items.length ? command : { ...command, items };
    };
  });
}

/** Of an inserted document, or of one that is replaced. */
function idOf(item: { _id?: unknown; q?: { _id?: unknown } } = {}): string {
  return String(item._id ?? item.q?._id);
}
