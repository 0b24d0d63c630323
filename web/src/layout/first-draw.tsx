import { startTransition, StrictMode, use, useLayoutEffect, useReducer, type ReactNode } from 'react';
import type { Root } from 'react-dom/client';

const maxPressMs = 2_000;

/**
 * Replaces the server's text, which is in the element, by a screen: in one step, with the screen's effects. A slow phone
 * draws for a quarter of a second, in slices between which it answers.
 * @returns resolved once the screen is in the page
 */
export function firstDraw(root: Root, element: Element, screen: ReactNode): Promise<void> {
  let released = Promise.resolve();
  /** Comes last: an element that is removed while it is pressed would lose its click. */
  function UntilReleased() {
    if (element.querySelector(':active')) released = nextRelease();
    use(released);
    return null;
  }
  return new Promise((resolve) => {
    startTransition(() =>
      root.render(
        <StrictMode>
          <WithEffects onDrawn={resolve}>{screen}</WithEffects>
          <UntilReleased />
        </StrictMode>,
      ),
    );
  });
}

/** Runs the effects of what it contains before anything is painted: an update in a layout effect makes React do it. */
function WithEffects({ onDrawn, children }: { onDrawn: () => void; children: ReactNode }) {
  const [isDrawn, setDrawn] = useReducer(() => true, false);
  useLayoutEffect(setDrawn, [setDrawn]);
  useLayoutEffect(() => {
    if (isDrawn) onDrawn();
  }, [isDrawn, onDrawn]);
  return children;
}

/** Resolves after the click of what is pressed, or when the press lasts. */
function nextRelease(): Promise<void> {
  return new Promise((resolve) => {
    // The click itself comes right after the release.
    const released = () => setTimeout(resolve);
    for (const kind of ['pointerup', 'pointercancel', 'dragend', 'keyup'])
      addEventListener(kind, released, { once: true });
    setTimeout(resolve, maxPressMs);
  });
}
