import { useEffect, useLayoutEffect, useRef } from 'react';
import type { HeldRow, Key } from './held-rows.js';

const listElements = (region: HTMLElement): HTMLElement[] => [
  ...region.querySelectorAll<HTMLElement>('[data-rows] > :not([data-between]), [data-row]'),
];

/**
 * Blank rows have the height of the rows that they replace, and held rows shrink only if the list's width changes. The
 * focus stays in a row that becomes blank or returns.
 */
export function useBlanks(region: HTMLElement | null, rows: readonly HeldRow<unknown>[], isHeld: boolean): void {
  const heights = useRef(new Map<Key, number>());
  const width = useRef(0);
  const focusedKey = useRef<Key | null>(null);
  const blanks = useRef<ReadonlySet<Key>>(new Set());
  const lastRows = useRef(rows);
  useLayoutEffect(() => {
    lastRows.current = rows;
    if (!region) return;
    const hasLostFocus = document.activeElement === document.body;
    const isResized = width.current !== region.offsetWidth;
    width.current = region.offsetWidth;
    const previousBlanks = blanks.current;
    blanks.current = new Set(rows.filter(({ blank }) => blank).map(({ key }) => key));
    for (const [n, element] of listElements(region).entries()) {
      const row = rows[n];
      if (!row) continue;
      if (!row.blank) {
        element.style.minHeight = '';
        const [old, height] = [heights.current.get(row.key) ?? 0, element.getBoundingClientRect().height];
        if (isHeld && !isResized && old > height) element.style.minHeight = `${old}px`;
        else heights.current.set(row.key, height);
      } else element.style.height = `${heights.current.get(row.key) ?? 0}px`;
      if (!hasLostFocus || focusedKey.current !== row.key) continue;
      const returnedElement = previousBlanks.has(row.key) && element.querySelector<HTMLElement>('a[href], button');
      const target = row.blank ? element : returnedElement;
      if (target) target.focus({ preventScroll: true });
    }
  });
  useEffect(() => {
    if (!region) return;
    const remember = () => {
      const at = listElements(region)
        .map((element) => element.contains(document.activeElement))
        .lastIndexOf(true);
      focusedKey.current = lastRows.current[at]?.key ?? null;
    };
    const forget = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) focusedKey.current = null;
    };
    region.addEventListener('focusin', remember);
    region.addEventListener('focusout', forget);
    return () => {
      region.removeEventListener('focusin', remember);
      region.removeEventListener('focusout', forget);
    };
  }, [region]);
}
