import type { LiveRow, Topic } from '@guildhall/domain/wire/live.js';
import type { SectionRow } from '@guildhall/domain/wire/rest.js';
import type { PlayersRow, SiteAnswer, SiteRow } from '@guildhall/domain/wire/site.js';
import { rowPosition } from '../../../web/src/live/positions.js';
import { after, type Get, type Screen } from './screen.js';

/** What every page shows of the site, and the places with their counts, as the home page lists them. */
export class SiteScreen implements Screen {
  private site: Omit<SiteRow, 'id'> | null = null;
  private players: Pick<PlayersRow, 'players' | 'modes'> | null = null;
  private sections: SectionRow[] = [];

  topics(): Topic[] {
    return this.sections.flatMap(({ id, subcategories }): Topic[] => [
      `section:${id}`,
      ...subcategories.map((subsection): Topic => `subsection:${subsection.id}`),
    ]);
  }

  async load(get: Get, from: string | null): Promise<string | null> {
    const { position: at, players, modes, ...site } = (await get<SiteAnswer>('/site')).body;
    // What was told while this was asked may be newer.
    const pos = rowPosition(at) ?? '';
    if ((this.site?.pos ?? '') <= pos) this.site = { ...site, pos };
    this.players = { players, modes };
    const { body, position } = await get<SectionRow[]>(after('/forums/sections', from));
    this.sections = body;
    return position;
  }

  take(row: LiveRow): boolean {
    if (row.kind === 'players') this.players = { players: row.players, modes: row.modes };
    if (row.kind === 'site' && (this.site?.pos ?? '') < row.pos) {
      const { kind: _, id: __, ...site } = row;
      this.site = site;
    }
    return row.kind === 'summary'; // the counts of its place are others
  }

  shown(): unknown {
    const { pos: _, ...site } = this.site ?? { pos: '' };
    return { site, players: this.players, sections: this.sections };
  }
}
