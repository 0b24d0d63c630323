import type { Place, StructureState } from '@guildhall/domain/structure/state.js';
import type { LastThread, PlaceCounts } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { parseTopic, type Topic } from '@guildhall/domain/wire/topics.js';
import { beginning, type Position } from '@guildhall/event-store/port.js';
import { readPlaceCounts, toPlaceId } from '@guildhall/projections/views/places/project.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { findLatestThreads } from '@guildhall/projections/views/threads/queries.js';
import type { Views } from '../stores/views.js';
import type { Rows } from './rows.js';

interface Dependencies {
  views: Views;
  rows: Rows;
}

interface TimedPlaceCounts extends PlaceCounts {
  readAt: Position;
}

export async function readPlaceNumbers(
  { views, rows }: Dependencies,
  places: readonly Place[],
): Promise<Map<string, TimedPlaceCounts>> {
  const { store } = views;
  const counts = await readPlaceCounts(store, places);
  const newestThreads = await Promise.all(places.map((place) => findLatestThreads(store, place, 1)));
  const documents = newestThreads.flatMap(([thread]): ThreadDocument[] => (thread ? [thread] : []));
  const summaries = new Map((await rows.buildSummaries(documents)).map((summary) => [summary.id, summary]));
  return new Map(
    places.map((place, n) => {
      const placeCounts = counts.get(toPlaceId(place));
      const summary = summaries.get(newestThreads[n]?.[0]?.id ?? 0);
      const numbers: TimedPlaceCounts = {
        thread_count: placeCounts?.threads ?? 0,
        post_count: placeCounts ? placeCounts.threads + placeCounts.posts : 0,
        last_thread: summary ? findLastThread(summary) : null,
        readAt: [placeCounts?.pos, summary?.pos].reduce<Position>(
          (a, b) => (b !== undefined && b > a ? b : a),
          beginning,
        ),
      };
      return [toPlaceId(place), numbers];
    }),
  );
}

export function findPlaceOfTopic(structure: Readonly<StructureState>, topic: Topic): Place | null {
  const parsedTopic = parseTopic(topic);
  if (parsedTopic?.kind === 'section') return { sectionId: parsedTopic.id, subsectionId: null };
  return parsedTopic?.kind === 'subsection' ? (structure.subsections.get(parsedTopic.id) ?? null) : null;
}

const findLastThread = ({
  id,
  title,
  prefix,
  last_user_id: user_id,
  last_username: username,
  last_post_at: at,
}: ThreadSummary): LastThread => ({ id, title, prefix, user_id, username, at });
