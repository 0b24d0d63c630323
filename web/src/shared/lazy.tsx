import { Component, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import type { Params } from './router.js';
import { texts } from './texts.js';
import { showError } from './toast.js';

/** A screen; where it is large, it can read its first data before it is drawn for the first time. */
export type ScreenType = ComponentType & { prepare?: (params: Params) => Promise<void> };

/** A part of the page could not be fetched; the page works without it, and reports it where that matters. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('A part of the page could not be fetched.', { cause });
    this.name = 'ChunkLoadError';
  }
}

/** Code that is fetched when it is first needed; where that fails, it is fetched again the next time. */
function lazyCode<Props extends object, Kind extends ComponentType<Props>>(load: () => Promise<Kind>) {
  let fetched: Kind | null = null;
  const fetchCode = async () => (fetched = await load());
  const begin = () =>
    lazy<ComponentType<Props>>(async () => {
      try {
        return { default: await fetchCode() };
      } catch (error) {
        Lazy = begin();
        throw new ChunkLoadError(error);
      }
    });
  let Lazy = begin();
  // What was fetched before is rendered immediately.
  return { fetchCode, current: (): ComponentType<Props> => fetched ?? Lazy };
}

/**
 * A screen whose code is fetched when it is first shown. Where it cannot be fetched it throws `ChunkLoadError`: the error
 * boundary around it offers a reload. `prepare` fetches it, and prepares it for the parameters of its address.
 */
export function lazyScreen(load: () => Promise<ScreenType>): ScreenType {
  const { fetchCode, current } = lazyCode<object, ScreenType>(load);
  function Screen() {
    const [Kind] = useState(current);
    return (
      // Inside the screen: its state keeps the failed code, where a boundary around it would start over.
      <Suspense fallback={null}>
        <Kind />
      </Suspense>
    );
  }
  Screen.prepare = async (params: Params) => {
    const Fetched = await fetchCode().catch(() => null); // the screen reports it itself
    await Fetched?.prepare?.(params);
  };
  return Screen;
}

export interface LazyProps {
  /** Shown until it is loaded, and where it cannot be fetched. */
  fallback?: ReactNode;
  /** Called when it cannot be fetched; by default a part that can be closed is closed with a message. */
  unfetched?: () => void;
}

type LazyPart<Props> = ComponentType<Props & LazyProps> & {
  /** Fetches the code where someone comes near it; a failure shows when they use it. */
  preload: () => void;
};

/**
 * A part of a page whose code is fetched when it is first shown. Where that fails the page works without it, and it is
 * fetched again the next time that it is mounted.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  const { fetchCode, current } = lazyCode<Props, ComponentType<Props>>(load);
  function Part(props: Props & LazyProps) {
    const [Kind] = useState(current);
    const { fallback = null, unfetched = closing(props) } = props;
    return (
      <Optional errorFallback={fallback} failed={unfetched}>
        <Suspense fallback={fallback}>
          <Kind {...props} />
        </Suspense>
      </Optional>
    );
  }
  Part.preload = () => void fetchCode().catch(() => {});
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
