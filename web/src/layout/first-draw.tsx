import { startTransition, StrictMode, use, useLayoutEffect, useReducer, type ReactNode } from 'react';
import type { Root } from 'react-dom/client';

const maxPressMs = 2_000;

/**
 * Replaces the server's text, which is in the element, by a screen: in one step, with the screen's effects. A slow phone
 * draws for a quarter of a second, in slices between which it answers. A link that has the keyboard in the text has it in
 * the screen as well.
 * @returns resolved once the screen is in the page
 */
export function firstDraw(root: Root, element: Element, screen: ReactNode): Promise<void> {
  let released = Promise.resolve();
  let focused: string | null = null;
  /** Comes last: an element that is removed while it is pressed would lose its click. */
  function UntilReleased() {
    if (element.querySelector(':active')) released = nextRelease();
    use(released);
    focused = focusedIn(element);
    return null;
  }
  return new Promise((resolve) => {
    const onDrawn = () => {
      if (focused !== null && document.activeElement === document.body)
        element.querySelector<HTMLElement>(focused)?.focus({ preventScroll: true });
      resolve();
    };
    startTransition(() =>
      root.render(
        <StrictMode>
          <WithEffects onDrawn={onDrawn}>{screen}</WithEffects>
          <UntilReleased />
        </StrictMode>,
      ),
    );
  });
}

/** The selector of what has the keyboard in the element: a link by its address, anything else by its id. */
function focusedIn(element: Element): string | null {
  const focused = element.querySelector(':focus');
  const attribute = ['href', 'id'].find((name) => focused?.hasAttribute(name));
  return focused && attribute ? `[${attribute}=${JSON.stringify(focused.getAttribute(attribute))}]` : null;
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
