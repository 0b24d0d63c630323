import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';

const phone = '(max-width: 640px)';

/** Escape minimizes the dock and restores the focus. An empty dock also closes on blur, and on phones any dock does. */
export function useDock(field: RefObject<HTMLTextAreaElement | null>, isEmpty: boolean) {
  const [open, setOpen] = useState(false);
  const before = useRef<HTMLElement | null>(null);
  const openFrom = (element: Element | null) => {
    if (!open) before.current = element instanceof HTMLElement && element !== document.body ? element : null;
    setOpen(true);
  };
  return {
    open,
    show: () => openFrom(document.activeElement),
    handlers: {
      onFocus: ({ target, relatedTarget }: FocusEvent) => target === field.current && openFrom(relatedTarget),
      onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
        if (!document.hasFocus() || currentTarget.contains(relatedTarget)) return;
        if (isEmpty || matchMedia(phone).matches) setOpen(false);
      },
      onKeyDown(event: KeyboardEvent) {
        if (event.key !== 'Escape' || event.defaultPrevented || !open) return;
        event.preventDefault();
        setOpen(false);
        if (before.current?.isConnected) before.current.focus({ preventScroll: true });
        else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      },
    },
  };
}

/**
 * Browsers scroll if a page becomes shorter while its end is in view, so the dock keeps its height until shrinking
 * cannot move the page.
 */
export function useSteadyHeight(dock: RefObject<HTMLElement | null>, bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const [outer, inner] = [dock.current, bar.current];
    if (!outer || !inner) return;
    const fitHeight = () => {
      const height = parseFloat(outer.style.minHeight) || 0;
      const pixelsBelow = document.documentElement.scrollHeight - window.innerHeight - window.scrollY;
      outer.style.minHeight = `${Math.max(inner.offsetHeight, height - Math.max(0, pixelsBelow))}px`;
    };
    const sizes = new ResizeObserver(fitHeight);
    sizes.observe(inner);
    addEventListener('scroll', fitHeight, { passive: true });
    return () => {
      sizes.disconnect();
      removeEventListener('scroll', fitHeight);
    };
  }, [dock, bar]);
}
