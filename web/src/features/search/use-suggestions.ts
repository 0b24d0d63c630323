import type { SearchHit, SearchResponse } from '@guildhall/domain/wire/schemas/forum/search.js';
import { useEffect, useState } from 'react';
import { get } from '../../shared/api/api.js';
import { useDebounced } from '../../shared/hooks/use-debounced.js';

const minLength = 2;
const maxMembers = 3;
const maxBest = 4;
const maxNewest = 3;

export type SuggestionGroup = 'members' | 'best' | 'newest';

interface Suggestions {
  /** `idle`: there is no query. Earlier results stay visible while new ones load. */
  status: 'idle' | 'loading' | 'ready' | 'failed';
  groups: readonly { name: SuggestionGroup; hits: readonly SearchHit[] }[];
}

interface Found {
  wanted: string;
  body: SearchResponse | null;
}

/**
 * Loads a few of the best and newest results once typing pauses. Cancels outdated requests, so at most one is pending.
 */
export function useSuggestions(typed: string): Suggestions {
  const wanted = useDebounced(typed);
  const isAsked = wanted.length >= minLength;
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (!isAsked) return;
    const call = new AbortController();
    const show = (body: SearchResponse | null) => !call.signal.aborted && setFound({ wanted, body });
    const query = new URLSearchParams({ q: wanted, limit: String(maxBest), newest: String(maxNewest) });
    get<SearchResponse>(`/search?${query.toString()}`, call.signal).then(
      ({ body }) => show(body),
      () => show(null),
    );
    return () => call.abort();
  }, [wanted, isAsked]);
  if (!isAsked || !found) return { status: isAsked ? 'loading' : 'idle', groups: [] };
  const groups = found.body ? groupsOf(found.body) : [];
  if (found.wanted !== wanted) return { status: 'loading', groups };
  return { status: found.body ? 'ready' : 'failed', groups };
}

function groupsOf({ results, newest = [] }: SearchResponse): Suggestions['groups'] {
  const members = results.filter(({ kind }) => kind === 'member').slice(0, maxMembers);
  const best = results.filter(({ kind }) => kind !== 'member').slice(0, maxBest);
  const isShown = (hit: SearchHit) => best.some(({ kind, id }) => kind === hit.kind && id === hit.id);
  const groups = [
    { name: 'members', hits: members },
    { name: 'best', hits: best },
    { name: 'newest', hits: newest.filter((hit) => !isShown(hit)) },
  ] as const;
  return groups.filter(({ hits }) => hits.length > 0);
}
