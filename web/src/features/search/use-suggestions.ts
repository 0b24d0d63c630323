import type { SearchHit, SearchResponse } from '@guildhall/domain/wire/schemas/forum/search.js';
import { useResponse } from '../../queries/use-response.js';
import { useDebounced } from '../../shared/hooks/use-debounced.js';

const minLength = 2;
const maxMembers = 3;
const maxBest = 4;
const maxNewest = 3;

export type SuggestionGroup = 'members' | 'best' | 'newest';

interface Suggestions {
  /** `idle` means that there is no query. Earlier results stay visible while new ones load. */
  status: 'idle' | 'loading' | 'ready' | 'failed';
  groups: readonly { name: SuggestionGroup; hits: readonly SearchHit[] }[];
}

export function useSuggestions(typedText: string): Suggestions {
  const query = useDebounced(typedText);
  const hasQuery = query.length >= minLength;
  const parameters = new URLSearchParams({ q: query, limit: String(maxBest), newest: String(maxNewest) });
  const address = hasQuery ? `/search?${parameters.toString()}` : null;
  const { body, fault, loading } = useResponse<SearchResponse>(address, { keepPrevious: true });
  const groups = body ? groupResults(body) : [];
  if (!hasQuery || loading) return { status: hasQuery ? 'loading' : 'idle', groups };
  return { status: fault === null ? 'ready' : 'failed', groups };
}

function groupResults({ results, newest = [] }: SearchResponse): Suggestions['groups'] {
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
