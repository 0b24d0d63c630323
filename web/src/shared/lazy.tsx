import { Component, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import type { Params } from './router.js';
import { texts } from './texts.js';
import { showError } from './toast.js';

/** A screen; where it is large, it can read its first data before it is drawn for the first time. */
export type ScreenType = ComponentType & { prepare?: (params: Params) => Promise<void> };

/** Fetches the code of a screen, by its component. */
const fetches = new Map<unknown, () => Promise<{ default: ScreenType }>>();

/**
 * A screen whose code is fetched when it is first shown; one that was fetched before is rendered immediately. Where it
 * cannot be fetched it throws `ChunkLoadError`, and is fetched again the next time that it is shown.
 */
export function lazyScreen(load: () => Promise<ScreenType>): ComponentType {
  let fetched: ScreenType | null = null;
  const fetchModule = async () => ({ default: (fetched = await load()) });
  const begin = () =>
    lazy(() =>
      fetchModule().catch((error: unknown) => {
        Lazy = begin();
        throw new ChunkLoadError(error);
      }),
    );
  let Lazy = begin();
  function Screen() {
    const [Kind] = useState(() => fetched ?? Lazy);
    return (
      // Inside the screen: its state keeps the failed code, where a boundary around it would start over.
      <Suspense fallback={null}>
        <Kind />
      </Suspense>
    );
  }
  fetches.set(Screen, fetchModule);
  return Screen;
}

/**
 * Fetches the code of a screen made by `lazyScreen`, and prepares the screen for the parameters of its address; where it
 * fails, the screen reports it itself.
 */
export async function prepareScreen(screen: unknown, params: Params): Promise<void> {
  const file = await fetches
    .get(screen)?.()
    .catch(() => null);
  await file?.default.prepare?.(params);
}

/** A part of the page could not be fetched; the page works without it, and reports it where that matters. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('A part of the page could not be fetched.', { cause });
    this.name = 'ChunkLoadError';
  }
}

export interface LazyProps {
  /** Shown until it is loaded, and where it cannot be fetched. */
  fallback?: ReactNode;
  /** Called when it cannot be fetched; by default a part that can be closed is closed with a message. */
  unfetched?: () => void;
}

/**
 * A part of a page whose code is fetched when it is first shown. Where that fails the page works without it, and it is
 * fetched again the next time that it is mounted.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & LazyProps> {
  let fetched: ComponentType<Props> | null = null;
  const begin = () =>
    lazy(async () => {
      try {
        return { default: (fetched = await load()) };
      } catch (error) {
        Lazy = begin();
        throw new ChunkLoadError(error);
      }
    });
  let Lazy = begin();
  function Part(props: Props & LazyProps) {
    const [Kind] = useState(() => fetched ?? Lazy);
    const { fallback: fallback = null, unfetched = closing(props) } = props;
    return (
      <Optional errorFallback={fallback} failed={unfetched}>
        <Suspense fallback={fallback}>
          <Kind {...props} />
        </Suspense>
      </Optional>
    );
  }
  return Part;
}

/** A part opened by a click that does not load is closed again, so that another click retries. */
function closing(props: object): (() => void) | undefined {
  const close = 'close' in props ? props.close : null;
  if (typeof close !== 'function') return undefined;
  const closeIt = close as () => void; // a part's `close` takes nothing
  return () => {
    closeIt();
    showError(texts.loadFailed);
  };
}

interface OptionalProps {
  errorFallback: ReactNode;
  failed: (() => void) | undefined;
  children: ReactNode;
}

class Optional extends Component<OptionalProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(): void {
    this.props.failed?.();
  }

  override render() {
    return this.state.failed ? this.props.errorFallback : this.props.children;
  }
}
