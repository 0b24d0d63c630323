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
  query: string;
  body: SearchResponse | null;
}

/**
 * Loads a few of the best and newest results once typing pauses. Cancels outdated requests, so at most one is pending.
 */
export function useSuggestions(typed: string): Suggestions {
  const query = useDebounced(typed);
  const hasQuery = query.length >= minLength;
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (!hasQuery) return;
    const call = new AbortController();
    const show = (body: SearchResponse | null) => !call.signal.aborted && setFound({ query, body });
    const parameters = new URLSearchParams({ q: query, limit: String(maxBest), newest: String(maxNewest) });
    get<SearchResponse>(`/search?${parameters.toString()}`, call.signal).then(
      ({ body }) => show(body),
      () => show(null),
    );
    return () => call.abort();
  }, [query, hasQuery]);
  if (!hasQuery || !found) return { status: hasQuery ? 'loading' : 'idle', groups: [] };
  const groups = found.body ? groupsOf(found.body) : [];
  if (found.query !== query) return { status: 'loading', groups };
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
