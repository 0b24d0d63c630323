import { useEffect, useState } from 'react';

const touchMs = 500;

interface Hold {
  isHeld: boolean;
  region: HTMLElement | null;
  attach: (element: HTMLElement | null) => void;
}

/** Nothing in a list may move while the reader points at it, has the focus in it or has just touched the screen. */
export function useHold(): Hold {
  const [region, setRegion] = useState<HTMLElement | null>(null);
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (!region) return;
    const stop = watchHold(region, setIsHeld);
    return () => {
      stop();
      setIsHeld(false);
    };
  }, [region]);
  return { isHeld, region, attach: setRegion };
}

function watchHold(region: HTMLElement, report: (isHeld: boolean) => void): () => void {
  const by = { pointer: false, touch: false };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hasFocus = () => region !== document.activeElement && region.contains(document.activeElement);
  const update = () => report(by.pointer || by.touch || hasFocus());
  const set = (kind: keyof typeof by, on: boolean) => {
    by[kind] = on;
    update();
  };
  const ends = new AbortController();
  const { signal } = ends;
  const options = { signal, passive: true };
  // In the document, a menu or card that was opened from the list is outside it.
  const point = ({ target, pointerType }: PointerEvent) => {
    if (pointerType === 'touch' || !(target instanceof Element) || target.closest('.popup-layer')) return;
    set('pointer', region.contains(target));
  };
  document.addEventListener('pointerover', point, options);
  region.addEventListener('pointermove', (event) => !by.pointer && point(event), options);
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
  update();
  return () => {
    ends.abort();
    clearTimeout(timer);
  };
}
