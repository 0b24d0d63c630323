import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { getOlderPosition } from '../../../../web/src/live/positions.js';
import {
  addAfter,
  missing,
  renameInThread,
  readPages,
  createRowSet,
  pickVisibleFields,
  type Get,
  type Names,
  type RowCounts,
  type Screen,
} from './screen.js';

/** Stores threads like `web/src/features/forum/store.ts`. */
export class ListScreen implements Screen {
  private isMissing = false;
  private threads = createRowSet<ThreadSummary>();

  constructor(
    private readonly sectionId: number,
    private readonly subsectionId: number | null,
  ) {}

  listTopics(): Topic[] {
    return [this.subsectionId === null ? `section:${this.sectionId}` : `subsection:${this.subsectionId}`];
  }

  async load(get: Get, from: string | null): Promise<string | null> {
    const subsection = this.subsectionId === null ? '' : `&subsection_id=${this.subsectionId}`;
    const path = `/forums/threads?section_id=${this.sectionId}${subsection}&limit=1000`;
    const pages = await readPages<ThreadSummary>(get, addAfter(path, from));
    this.isMissing = pages === null;
    this.threads = createRowSet(pages?.rows);
    return pages && pages.positions.reduce(getOlderPosition);
  }

  take(row: LiveRow, counts: RowCounts): boolean {
    if (row.kind !== 'summary') return false;
    if ('removed' in row || !this.isListed(row)) counts.remove(this.threads, row);
    else counts.upsert(this.threads, row, row.kind);
    return false;
  }

  buildVisibleRows(names: Names): unknown {
    if (this.isMissing) return missing;
    const rows = Object.values(this.threads.byId).sort(compareThreads);
    return { threads: rows.map((row) => pickVisibleFields(renameInThread(row, names))) };
  }

  private isListed(row: ThreadSummary): boolean {
    return row.section_id === this.sectionId && row.subsection_id === this.subsectionId;
  }
}

function compareThreads(one: ThreadSummary, other: ThreadSummary): number {
  if (one.sticky !== other.sticky) return one.sticky ? -1 : 1;
  return other.last_post_at.localeCompare(one.last_post_at) || other.id - one.id;
}
