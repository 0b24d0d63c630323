import { Component, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import type { Params } from './router.js';
import { texts } from './texts.js';
import { showError } from './toast.js';

/** `prepare` may load data before the first render of a large screen. */
export type ScreenType = ComponentType & { prepare?: (params: Params) => Promise<void> };

/**
 * Thrown if a part of the page could not be downloaded. The rest of the page still works, and reports the failure when
 * the part is needed.
 */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('A part of the page could not be fetched.', { cause });
    this.name = 'ChunkLoadError';
  }
}

/** Fetches code when it is first needed, and again after a failure. */
function createLazyCode<Props extends object, Kind extends ComponentType<Props>>(load: () => Promise<Kind>) {
  let fetchedPart: Kind | null = null;
  const fetchCode = async () => (fetchedPart = await load());
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
  return { fetchCode, current: (): ComponentType<Props> => fetchedPart ?? Lazy };
}

/**
 * If the code cannot be fetched, throws `ChunkLoadError`, and the error boundary offers a reload. `prepare` fetches the
 * code and prepares the screen for the parameters of its URL.
 */
export function createLazyScreen<Name extends string>(
  load: () => Promise<Record<Name, ScreenType>>,
  name: Name,
): ScreenType {
  const { fetchCode, current } = createLazyCode<object, ScreenType>(async () => (await load())[name]);
  function Screen() {
    const [Kind] = useState(current);
    return (
      // The boundary is inside the screen, whose state retains the failed code. With a boundary outside, the screen
      // would start over.
      <Suspense fallback={null}>
        <Kind />
      </Suspense>
    );
  }
  Screen.prepare = async (params: Params) => {
    const Fetched = await fetchCode().catch(() => null); // The screen itself reports the failure.
    await Fetched?.prepare?.(params);
  };
  return Screen;
}

export interface LazyProps {
  fallback?: ReactNode;
  /** Called if the code cannot be fetched. By default, a part with a `close` property closes with a message. */
  onUnfetched?: () => void;
}

type LazyPart<Props> = ComponentType<Props & LazyProps> & {
  preload: () => void;
};

type PropsOf<Kind> = Kind extends ComponentType<infer Props extends object> ? Props : never;

/** If the code cannot be fetched, the rest of the page still works, and the next mount retries. */
export function createLazyComponent<Name extends string, Module extends Record<Name, unknown>>(
  load: () => Promise<Module>,
  name: Name,
): LazyPart<PropsOf<Module[Name]>> {
  type Props = PropsOf<Module[Name]>;
  const { fetchCode, current } = createLazyCode<Props, ComponentType<Props>>(
    async () => (await load())[name] as ComponentType<Props>,
  );
  function Part(props: Props & LazyProps) {
    const [Kind] = useState(current);
    const { fallback = null, onUnfetched = closeWithError(props) } = props;
    return (
      <Optional errorFallback={fallback} onFailed={onUnfetched}>
        <Suspense fallback={fallback}>
          <Kind {...props} />
        </Suspense>
      </Optional>
    );
  }
  Part.preload = () => void fetchCode().catch(() => {});
  return Part;
}

function closeWithError(props: object): (() => void) | undefined {
  const close = 'close' in props ? props.close : null;
  if (typeof close !== 'function') return undefined;
  const closeIt = close as () => void;
  return () => {
    closeIt();
    showError(texts.loadFailed);
  };
}

interface OptionalProps {
  errorFallback: ReactNode;
  onFailed: (() => void) | undefined;
  children: ReactNode;
}

class Optional extends Component<OptionalProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(): void {
    this.props.onFailed?.();
  }

  override render() {
    return this.state.failed ? this.props.errorFallback : this.props.children;
  }
}
