import { useRef, useState, type FocusEvent, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';

const phone = '(max-width: 640px)';

/**
 * Escape minimizes the dock and restores the focus. An empty dock also closes on blur, and on phones any dock does.
 * Pressing a minimized dock opens it with the caret where it was, or at the end, because only part of the text was
 * visible.
 */
export function useDock(field: RefObject<HTMLTextAreaElement | null>, isEmpty: boolean) {
  const [open, setOpen] = useState(false);
  const focusedElement = useRef<HTMLElement | null>(null);
  const openFrom = (element: Element | null) => {
    if (!open) focusedElement.current = element instanceof HTMLElement && element !== document.body ? element : null;
    setOpen(true);
  };
  return {
    open,
    show: () => openFrom(document.activeElement),
    handlers: {
      onFocus: ({ target, relatedTarget }: FocusEvent) => target === field.current && openFrom(relatedTarget),
      onMouseDown(event: MouseEvent) {
        if (open || event.button !== 0 || event.target !== field.current) return;
        event.preventDefault();
        const { selectionEnd, value } = field.current;
        // A restored draft has its caret at the beginning.
        if (selectionEnd === 0) field.current.setSelectionRange(value.length, value.length);
        field.current.focus();
      },
      onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
        if (!document.hasFocus() || currentTarget.contains(relatedTarget)) return;
        if (isEmpty || matchMedia(phone).matches) setOpen(false);
      },
      onKeyDown(event: KeyboardEvent) {
        if (event.key !== 'Escape' || event.defaultPrevented || !open) return;
        event.preventDefault();
        setOpen(false);
        if (focusedElement.current?.isConnected) focusedElement.current.focus({ preventScroll: true });
        else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      },
    },
  };
}
