import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';

const phone = '(max-width: 640px)';

interface Dock {
  open: boolean;
  /** Opens, remembering what had the keyboard. */
  show: () => void;
  handlers: {
    onFocus: (event: FocusEvent) => void;
    onBlur: (event: FocusEvent<HTMLElement>) => void;
    onKeyDown: (event: KeyboardEvent) => void;
  };
}

/**
 * Whether the docked composer is open. Escape minimizes it and returns the keyboard to where it was. It also closes when
 * it is left empty, and on a phone whenever it is left.
 */
export function useDock(field: RefObject<HTMLTextAreaElement | null>, isEmpty: boolean): Dock {
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
      onFocus: ({ target, relatedTarget }) => target === field.current && openFrom(relatedTarget),
      onBlur({ currentTarget, relatedTarget }) {
        if (!document.hasFocus() || currentTarget.contains(relatedTarget)) return;
        if (isEmpty || matchMedia(phone).matches) setOpen(false);
      },
      onKeyDown(event) {
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
 * The dock keeps the height that its bar once had until the page can become shorter without moving the reader: at the
 * end of a page a browser would scroll.
 */
export function useSteadyHeight(dock: RefObject<HTMLElement | null>, bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const [outer, inner] = [dock.current, bar.current];
    if (!outer || !inner) return;
    const fit = () => {
      const height = parseFloat(outer.style.minHeight) || 0;
      const below = document.documentElement.scrollHeight - window.innerHeight - window.scrollY;
      outer.style.minHeight = `${Math.max(inner.offsetHeight, height - Math.max(0, below))}px`;
    };
    const sizes = new ResizeObserver(fit);
    sizes.observe(inner);
    addEventListener('scroll', fit, { passive: true });
    return () => {
      sizes.disconnect();
      removeEventListener('scroll', fit);
    };
  }, [dock, bar]);
}
