import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { PlaceUnreadRow, ReadMarkRow } from '@guildhall/domain/wire/schemas/forum/reading.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { getOlderPosition } from '../../../../web/src/live/positions.js';
import {
  isUncertain,
  isUnreadFor,
  getPlaceKey,
  updatePlaces,
  countUnreadFor,
  withoutThreads,
  type PlaceMarks,
} from '../../../../web/src/shared/reading/counts.js';
import type { Mark } from '../../../../web/src/shared/reading/mark.js';
import { addAfter, missing, readPages, createRowSet, type Get, type RowCounts, type Screen } from './screen.js';

/** The marks of all places, and of one section's threads. */
export interface MarksShown {
  places: Record<string, number[]>;
  threads: Record<number, number | null>;
}

/** Stores the marks like `web/src/shared/reading/`. */
export class MarksScreen implements Screen {
  private sections: SectionRow[] = [];
  private places: PlaceMarks = {};
  private threads = createRowSet<ThreadSummary>();
  private marks = new Map<number, Mark>();

  constructor(
    private readonly userId: number,
    private readonly sectionId: number,
  ) {}

  listTopics(): Topic[] {
    const placeTopics = this.sections.flatMap(({ id, subcategories }): Topic[] => [
      `section:${id}`,
      ...subcategories.map((subsection): Topic => `subsection:${subsection.id}`),
    ]);
    return [`member:${this.userId}`, ...placeTopics];
  }

  async load(get: Get, from: string | null): Promise<string | null> {
    const { body: sections, position } = await get<SectionRow[]>(addAfter('/forums/sections', from));
    const places = await readPages<PlaceUnreadRow>(get, '/forums/read/places');
    const threads = await readPages<ThreadSummary>(get, `/forums/threads?section_id=${this.sectionId}&limit=50`);
    const ids = threads?.rows.map(({ id }) => id) ?? [];
    const marks =
      ids.length > 0 ? await get<ReadMarkRow[]>(`/forums/read?threads=${ids.slice(0, 100).join(',')}`) : null;
    this.sections = sections;
    this.places = Object.fromEntries(
      (places?.rows ?? []).map((row) => [
        getPlaceKey(row.section_id, row.subsection_id),
        { unread: row.threads, newestAt: row.last_post_at ?? '' },
      ]),
    );
    this.threads = createRowSet(threads?.rows);
    this.marks = new Map(
      marks?.body.map(({ thread_id, unread, order, seen, last_post_at: at }) => [
        thread_id,
        { unread, order, seen, at },
      ]),
    );
    return [...(places?.positions ?? []), ...(threads?.positions ?? [])].reduce(getOlderPosition, position);
  }

  take(row: LiveRow, counts: RowCounts): boolean {
    if (isUncertain(this.userId, row) || row.kind === 'read') return true;
    if (row.kind !== 'summary') return false;
    if ('removed' in row) this.places = withoutThreads(this.places, [row.id]);
    else
      this.places = updatePlaces(this.places, row, (thread) =>
        isUnreadFor(this.userId, thread, this.marks.get(thread.id)),
      );
    const isListed = !('removed' in row) && row.section_id === this.sectionId && row.subsection_id === null;
    if (!isListed) counts.remove(this.threads, row);
    else counts.upsert(this.threads, row, 'marked');
    return isListed && !this.marks.has(row.id);
  }

  buildVisibleRows(): unknown {
    if (this.sections.length === 0) return missing;
    const places = Object.entries(this.places).map(([key, { unread }]): [string, number[]] => [
      key,
      [...unread].sort((a, b) => a - b),
    ]);
    const threads = Object.values(this.threads.byId).map((row): [number, number | null] => [
      row.id,
      countUnreadFor(this.userId, row, this.marks.get(row.id)),
    ]);
    const marks: MarksShown = { places: Object.fromEntries(places), threads: Object.fromEntries(threads) };
    return marks;
  }
}
