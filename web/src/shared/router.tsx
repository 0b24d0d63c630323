import {
  createContext,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
} from 'react';

interface Location {
  pathname: string;
  search: string;
  hash: string;
  /** Passed by the link or call that led to this page. */
  state: unknown;
  key: string;
  /** 'pop' covers back, forward, fragments and the first page. */
  step: 'push' | 'replace' | 'pop';
}

export type Params = Readonly<Record<string, string | undefined>>;

interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
}

const LocationContext = createContext<Location | null>(null);
const ParamsContext = createContext<Params>({});
const navigateListeners = new Set<(step: Location['step']) => void>();

/** Navigation is rendered as a transition so that a slow phone stays responsive. */
export function Router({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState(() => readLocation('pop'));
  useLayoutEffect(() => {
    const update = (step: Location['step']) => startTransition(() => setCurrent(readLocation(step)));
    const onPop = () => update('pop');
    navigateListeners.add(update);
    addEventListener('popstate', onPop);
    return () => {
      navigateListeners.delete(update);
      removeEventListener('popstate', onPop);
    };
  }, []);
  return <LocationContext value={current}>{children}</LocationContext>;
}

function readLocation(step: Location['step']): Location {
  const { pathname, search, hash } = location;
  const entry = (history.state ?? {}) as { state?: unknown; key?: string };
  // The browser creates the entries of first pages and fragments itself.
  const key = entry.key ?? createKey();
  if (entry.key === undefined) history.replaceState({ ...entry, key }, '');
  return { pathname, search, hash, state: entry.state ?? null, key, step };
}

const createKey = () => Math.random().toString(36).slice(2);

export function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}): void {
  const { href } = new URL(to, location.href);
  const replaces = replace || href === location.href;
  const entry = { state, key: createKey() };
  if (replaces) history.replaceState(entry, '', href);
  else history.pushState(entry, '', href);
  for (const listener of navigateListeners) listener(replaces ? 'replace' : 'push');
}

export function Redirect({ to, state }: { to: string; state?: unknown }) {
  useEffect(() => navigate(to, { replace: true, state }), [to, state]);
  return null;
}

export function useLocation(): Location {
  const current = use(LocationContext);
  if (!current) throw new Error('There is no Router around this component.');
  return current;
}

export const RouteParams = ParamsContext.Provider;

export function useParams(): Params {
  return use(ParamsContext);
}

type SearchParams = URLSearchParams | Record<string, string>;

export function useSearchParams(): [URLSearchParams, typeof setSearchParams] {
  const { search } = useLocation();
  return [useMemo(() => new URLSearchParams(search), [search]), setSearchParams];
}

function setSearchParams(
  change: SearchParams | ((current: URLSearchParams) => SearchParams),
  options?: NavigateOptions,
): void {
  const params = typeof change === 'function' ? change(new URLSearchParams(location.search)) : change;
  const query = new URLSearchParams(params).toString();
  navigate(query === '' ? location.pathname : `?${query}`, options);
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'>, NavigateOptions {
  to: string;
}

/** Navigates without reloading the page so that unsent text survives. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    navigate(to, { replace, state });
  };
  return <a {...rest} href={to} onClick={follow} />;
}

export function isPlainClick(event: MouseEvent<Element>): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
