import { skipToken, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { get, getMessage } from '../shared/api/api.js';
import { texts } from '../shared/texts.js';
import { queryClient } from './client.js';
import { addPage, readPages, type ListKind, type Pages } from './pages.js';
import { isSameCall } from './use-response.js';

export interface PagedList<Row, Body> {
  /** `loading` means that no rows of this query are loaded. Rows of the previous query may still be shown. */
  status: 'loading' | 'ready' | 'failed';
  rows: Row[];
  body: Body | null;
  next: string | null;
  loadingMore: boolean;
  fault: string | null;
  error: Error | null;
  position: string | null;
  loadMore: () => Promise<void>;
  reload: () => Promise<string | null>;
}

/**
 * Keeps the rows of the previous query until the response arrives so that a search does not flicker. `keep` selects the
 * rows to show from the reloaded ones. Requests nothing if the address is null.
 */
export function usePagedList<Row, Body>(
  kind: ListKind<Row, Body>,
  address: string | null,
  keep?: (rows: Row[], shownRows: Row[]) => Row[],
): PagedList<Row, Body> {
  const [loadingNext, setLoadingNext] = useState<string | null>(null);
  const queryKey = [address, kind.size];
  const { data, error, isPlaceholderData, refetch } = useQuery<Pages<Row, Body>>(
    {
      queryKey,
      queryFn: address === null ? skipToken : ({ signal }) => readPages(kind, address, signal, keep),
      meta: { renameRow: kind.renameRow },
      refetchInterval: kind.pollMs ?? false,
      placeholderData: (previous, query) => (isSameCall(query?.queryKey[0], address) ? previous : undefined),
    },
    queryClient,
  );
  const next = isPlaceholderData ? null : (data?.next ?? null);
  async function loadMore(): Promise<void> {
    if (next === null || loadingNext === next) return;
    setLoadingNext(next);
    const page = await get<Body>(next).catch(() => null);
    setLoadingNext(null);
    if (!page) return;
    queryClient.setQueryData<Pages<Row, Body>>(queryKey, (previous) =>
      previous?.next === next ? addPage(kind, previous, page) : previous,
    );
  }
  const reload = useCallback(async () => {
    const { data: reloadedPages, isSuccess } = await refetch();
    return isSuccess ? reloadedPages.position : null;
  }, [refetch]);
  return {
    status: data && !isPlaceholderData ? 'ready' : error ? 'failed' : 'loading',
    rows: data?.rows ?? [],
    body: data?.body ?? null,
    next,
    loadingMore: next !== null && loadingNext === next,
    fault: error && getMessage(error, texts.loadFailed),
    error,
    position: data?.position ?? null,
    loadMore,
    reload,
  };
}
