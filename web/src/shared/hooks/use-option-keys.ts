import { useLayoutEffect, type RefObject } from 'react';

/**
 * The focus stays in `field`. Handles keys before the field's own listeners so that a key meant for the list has no
 * other effect. Uses a layout effect so that no key is missed in between.
 */
export function useOptionKeys(
  field: RefObject<HTMLElement | null>,
  keys: Readonly<Partial<Record<string, () => void>>>,
): void {
  useLayoutEffect(() => {
    const end = new AbortController();
    const onKey = (event: KeyboardEvent) => {
      const action = keys[event.key];
      const { ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
      if (!action || ctrlKey || metaKey || altKey || shiftKey || isComposing) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      action();
    };
    field.current?.addEventListener('keydown', onKey, { capture: true, signal: end.signal });
    return () => end.abort();
  });
}
