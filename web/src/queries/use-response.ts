import { skipToken, useQuery, type QueryFunctionContext } from '@tanstack/react-query';
import { useCallback } from 'react';
import { get, messageOf, type ApiResponse } from '../shared/api/api.js';
import { texts } from '../shared/texts.js';
import { queryClient } from './client.js';

export interface Loaded<Body> {
  /** The newest response to this address, also while it is reloaded; null before the first. */
  body: Body | null;
  /** How many rows a counted list has on all its pages. */
  total: number | null;
  /** Position of the views that the response was read from. */
  position: string | null;
  /** The reason why the last request failed. */
  fault: string | null;
  /** What the last request threw. */
  error: Error | null;
  loading: boolean;
  /**
   * Reloads.
   * @returns the position of the response; null where there was none
   */
  reload: () => Promise<string | null>;
}

interface ResponseOptions {
  /** Shows the result of the same call for another query until the response arrives. */
  keepPrevious?: boolean;
  /** For this many ms a response is not reloaded by the next component that shows it. */
  freshMs?: number;
}

/** The response to a call: requested when the screen is shown and when the address changes. Null requests nothing. */
export function useResponse<Body>(
  address: string | null,
  { keepPrevious = false, freshMs = 0 }: ResponseOptions = {},
): Loaded<Body> {
  const { data, error, isFetching, refetch } = useQuery(
    {
      queryKey: [address],
      queryFn: address === null ? skipToken : ({ signal }: QueryFunctionContext) => get<Body>(address, signal),
      staleTime: freshMs,
      placeholderData: (previous, query) =>
        keepPrevious && isSameCall(query?.queryKey[0], address) ? previous : undefined,
    },
    queryClient,
  );
  const reload = useCallback(async () => {
    const { data: found, isSuccess } = await refetch();
    return isSuccess ? found.position : null;
  }, [refetch]);
  return {
    body: data?.body ?? null,
    total: data?.total ?? null,
    position: data?.position ?? null,
    fault: error && messageOf(error, texts.loadFailed),
    error,
    loading: isFetching,
    reload,
  };
}

/** Changes a cached response, after a write that contains enough. */
export function changeResponse<Body>(address: string, change: (body: Body) => Body): void {
  queryClient.setQueryData<ApiResponse<Body>>([address], (known) => known && { ...known, body: change(known.body) });
}

/**
 * After a write: reloads all visible responses, lists too, whose address begins with `path`. Others are reloaded when
 * they are shown next.
 */
export async function reloadBelow(path: string): Promise<void> {
  await queryClient.invalidateQueries({ predicate: ({ queryKey: [address] }) => String(address).startsWith(path) });
}

/** Whether two addresses are of the same call. */
export function isSameCall(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && one.split('?')[0] === other.split('?')[0];
}
