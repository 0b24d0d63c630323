import { skipToken, useQuery, type QueryFunctionContext } from '@tanstack/react-query';
import { useCallback } from 'react';
import { get, getMessage, type ApiResponse } from '../shared/api/api.js';
import { texts } from '../shared/texts.js';
import { queryClient } from './client.js';

export interface LoadedResponse<Body> {
  body: Body | null;
  total: number | null;
  position: string | null;
  fault: string | null;
  error: Error | null;
  loading: boolean;
  reload: () => Promise<string | null>;
}

interface ResponseOptions {
  /** Shows the previous query's response until the new one arrives. */
  keepPrevious?: boolean;
  /** For this many milliseconds, other components reuse the response without reloading it. */
  freshMs?: number;
  pollMs?: number;
}

export function useResponse<Body>(
  address: string | null,
  { keepPrevious = false, freshMs = 0, pollMs }: ResponseOptions = {},
): LoadedResponse<Body> {
  const { data, error, isFetching, refetch } = useQuery(
    {
      queryKey: [address],
      queryFn: address === null ? skipToken : ({ signal }: QueryFunctionContext) => get<Body>(address, signal),
      staleTime: freshMs,
      refetchInterval: pollMs ?? false,
      placeholderData: (previous, query) =>
        keepPrevious && isSameCall(query?.queryKey[0], address) ? previous : undefined,
    },
    queryClient,
  );
  const reload = useCallback(async () => {
    const { data: reloadedResponse, isSuccess } = await refetch();
    return isSuccess ? reloadedResponse.position : null;
  }, [refetch]);
  return {
    body: data?.body ?? null,
    total: data?.total ?? null,
    position: data?.position ?? null,
    fault: error && getMessage(error, texts.loadFailed),
    error,
    loading: isFetching,
    reload,
  };
}

/** Use this after writes whose response already contains the change. */
export function changeResponse<Body>(address: string, change: (body: Body) => Body): void {
  queryClient.setQueryData<ApiResponse<Body>>(
    [address],
    (previous) => previous && { ...previous, body: change(previous.body) },
  );
}

export async function reloadByPrefix(path: string): Promise<void> {
  await queryClient.invalidateQueries({ predicate: ({ queryKey: [address] }) => String(address).startsWith(path) });
}

export function isSameCall(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && one.split('?')[0] === other.split('?')[0];
}
