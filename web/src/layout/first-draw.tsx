import { startTransition, StrictMode, use, useLayoutEffect, useReducer, type ReactNode } from 'react';
import type { Root } from 'react-dom/client';

const maxPressMs = 2_000;

/**
 * Replaces the server-rendered content in a single step that includes the screen's effects. Renders in slices because a
 * slow phone needs a quarter of a second. Moves the focus to the screen's copy of the focused link. Resolves once the
 * screen is in the page.
 */
export function renderFirst(root: Root, element: Element, screen: ReactNode): Promise<void> {
  let release = Promise.resolve();
  let focusSelector: string | null = null;
  /** Rendered last because removing an element while it is pressed would lose its click. */
  function SuspendUntilReleased() {
    if (element.querySelector(':active')) release = waitForRelease();
    use(release);
    focusSelector = findFocusSelector(element);
    return null;
  }
  return new Promise((resolve) => {
    const onDrawn = () => {
      if (focusSelector !== null && document.activeElement === document.body)
        element.querySelector<HTMLElement>(focusSelector)?.focus({ preventScroll: true });
      resolve();
    };
    startTransition(() =>
      root.render(
        <StrictMode>
          <NotifyOnDraw onDrawn={onDrawn}>{screen}</NotifyOnDraw>
          <SuspendUntilReleased />
        </StrictMode>,
      ),
    );
  });
}

function findFocusSelector(element: Element): string | null {
  const focusedElement = element.querySelector(':focus');
  const attribute = ['href', 'id'].find((name) => focusedElement?.hasAttribute(name));
  return focusedElement && attribute
    ? `[${attribute}=${JSON.stringify(focusedElement.getAttribute(attribute))}]`
    : null;
}

/**
 * Runs the effects of the children before the first paint, because React flushes effects when a layout effect triggers
 * an update.
 */
function NotifyOnDraw({ onDrawn, children }: { onDrawn: () => void; children: ReactNode }) {
  const [isDrawn, setDrawn] = useReducer(() => true, false);
  useLayoutEffect(setDrawn, [setDrawn]);
  useLayoutEffect(() => {
    if (isDrawn) onDrawn();
  }, [isDrawn, onDrawn]);
  return children;
}

function waitForRelease(): Promise<void> {
  return new Promise((resolve) => {
    // The click event follows the release.
    const resolveSoon = () => setTimeout(resolve);
    for (const kind of ['pointerup', 'pointercancel', 'dragend', 'keyup'])
      addEventListener(kind, resolveSoon, { once: true });
    setTimeout(resolve, maxPressMs);
  });
}
