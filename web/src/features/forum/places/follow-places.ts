import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import { getOlderPosition } from '../../../live/positions.js';
import { openLiveList } from '../../../shared/state/live-list.js';
import { loadSections, applyPlace, useSections } from '../../../shared/state/sections.js';
import { resetOnUserChange } from '../../../shared/state/session.js';
import { publishRecount } from '../../../shared/reading/marks.js';
import { applyToPlaceMarks } from '../../../shared/reading/place-marks.js';
import { listTopics } from './place-topics.js';

interface Extras {
  load?: (signal: AbortSignal) => Promise<string | null>;
  rows?: (rows: LiveRow[], reload: () => void) => void;
  within?: number | undefined;
}

export function followPlaces(extras: Extras = {}): () => void {
  return resetOnUserChange(() => begin(extras));
}

function begin({ load: loadMore, rows, within }: Extras): () => void {
  let isReload = false;
  const list = openLiveList({
    async read(signal) {
      const [more] = await Promise.all([loadMore?.(signal) ?? null, loadSections()]);
      const { sections, position, failed } = useSections.getState();
      const from = failed || (loadMore && more === null) ? null : getOlderPosition(more, position);
      if (from === null || sections === null) throw new Error('The places could not be read.');
      return { sections, position: from };
    },
    show({ sections, position }) {
      // The missed changes are unknown. Unread posts may have been deleted or hidden.
      if (isReload) publishRecount([]);
      isReload = true;
      return { topics: listTopics(sections, within), position };
    },
    apply(liveRows) {
      for (const row of liveRows) if (row.kind === 'place') applyPlace(row);
      applyToPlaceMarks(liveRows);
      rows?.(liveRows, list.resync);
    },
    fail: () => true,
  });
  return list.stop;
}
