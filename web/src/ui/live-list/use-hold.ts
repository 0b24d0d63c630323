import { useEffect, useState } from 'react';

const touchMs = 500;

interface Hold {
  isHeld: boolean;
  region: HTMLElement | null;
  attach: (element: HTMLElement | null) => void;
}

/**
 * Nothing in a list may move while the reader points at it, has focus in it, has just touched the screen or has
 * scrolled down the list. When a row moves to the top, browsers would otherwise scroll along with it.
 */
export function useHold(ignoresScroll: boolean): Hold {
  const [region, setRegion] = useState<HTMLElement | null>(null);
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (!region) return;
    const stop = watchHold(region, ignoresScroll, setIsHeld);
    return () => {
      stop();
      setIsHeld(false);
    };
  }, [region, ignoresScroll]);
  return { isHeld, region, attach: setRegion };
}

function watchHold(region: HTMLElement, ignoresScroll: boolean, report: (isHeld: boolean) => void): () => void {
  const heldBy = { pointer: false, touch: false, scroll: false };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hasFocus = () => region !== document.activeElement && region.contains(document.activeElement);
  const update = () => report(heldBy.pointer || heldBy.touch || heldBy.scroll || hasFocus());
  const set = (kind: keyof typeof heldBy, on: boolean) => {
    heldBy[kind] = on;
    update();
  };
  const ends = new AbortController();
  const { signal } = ends;
  const options = { signal, passive: true };
  // A menu or card opened from the list is outside it in the document.
  const point = ({ target, pointerType }: PointerEvent) => {
    if (pointerType === 'touch' || !(target instanceof Element) || target.closest('.popup-layer')) return;
    set('pointer', region.contains(target));
  };
  document.addEventListener('pointerover', point, options);
  region.addEventListener('pointermove', (event) => !heldBy.pointer && point(event), options);
  document.documentElement.addEventListener('pointerleave', () => set('pointer', false), options);
  region.addEventListener('focusin', update, options);
  // The browser sets the new focus only after this event.
  region.addEventListener('focusout', () => queueMicrotask(() => !signal.aborted && update()), options);
  const onTouch = ({ touches }: TouchEvent) => {
    clearTimeout(timer);
    if (touches.length > 0) set('touch', true);
    else timer = setTimeout(() => set('touch', false), touchMs);
  };
  for (const type of ['touchstart', 'touchend', 'touchcancel'] as const)
    document.addEventListener(type, onTouch, options);
  const onScroll = () => set('scroll', !ignoresScroll && region.getBoundingClientRect().top < 0);
  document.addEventListener('scroll', onScroll, options);
  onScroll();
  return () => {
    ends.abort();
    clearTimeout(timer);
  };
}
