import type { LiveRow, PlaceNumbers, PlayersRow, SiteRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { PlaceCounts, SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { SiteResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { toRowPosition } from '../../../../web/src/live/positions.js';
import { addAfter, type Get, type Names, type Screen } from './screen.js';

/** Includes the places with their counts, as on the home page. */
export class SiteScreen implements Screen {
  private site: Omit<SiteRow, 'id'> | null = null;
  private players: Pick<PlayersRow, 'players' | 'modes'> | null = null;
  private sections: SectionRow[] = [];
  private numbers = new Map<number, Omit<PlaceNumbers, 'id'>>();

  listTopics(): Topic[] {
    return this.sections.flatMap(({ id, subcategories }): Topic[] => [
      `section:${id}`,
      ...subcategories.map((subsection): Topic => `subsection:${subsection.id}`),
    ]);
  }

  async load(get: Get, from: string | null): Promise<string | null> {
    const { position: at, players, modes, ...site } = (await get<SiteResponse>('/site')).body;
    // Updates that arrived during the read may be newer.
    const pos = toRowPosition(at) ?? '';
    if ((this.site?.pos ?? '') <= pos) this.site = { ...site, pos };
    this.players = { players, modes };
    const { body, position } = await get<SectionRow[]>(addAfter('/forums/sections', from));
    this.sections = body;
    this.numbers = new Map();
    return position;
  }

  take(row: LiveRow): boolean {
    if (row.kind === 'players') this.players = { players: row.players, modes: row.modes };
    if (row.kind === 'place' && (this.numbers.get(row.id)?.pos ?? '') < row.pos) this.numbers.set(row.id, row);
    if (row.kind === 'site' && (this.site?.pos ?? '') < row.pos) {
      const { kind: _, id: __, ...site } = row;
      this.site = site;
    }
    return false;
  }

  buildVisibleRows(names: Names): unknown {
    const { pos: _, ...site } = this.site ?? { pos: '' };
    const sections = this.sections.map((section) => ({
      ...this.withCounts(section, names),
      subcategories: section.subcategories.map((subsection) => this.withCounts(subsection, names)),
    }));
    return { site, players: this.players, sections };
  }

  private withCounts<Row extends PlaceCounts & { id: number }>(row: Row, names: Names): Row {
    const { thread_count, post_count, last_thread: last } = this.numbers.get(row.id) ?? row;
    const username = last && (names.get(last.user_id)?.username ?? last.username);
    return { ...row, thread_count, post_count, last_thread: last && { ...last, username } };
  }
}
