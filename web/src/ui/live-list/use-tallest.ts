import { useCallback } from 'react';

/**
 * Reserves the largest height that an element has had at its current width so that nothing below a list moves when the
 * list becomes shorter.
 * @returns the ref of the element
 */
export function useTallest(): (element: HTMLElement | null) => (() => void) | undefined {
  return useCallback((element) => {
    if (!element) return;
    let width = 0;
    const sizes = new ResizeObserver(() => {
      if (element.offsetWidth !== width) element.style.minHeight = '';
      width = element.offsetWidth;
      element.style.minHeight = `${element.getBoundingClientRect().height}px`;
    });
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
}
