import { readAfterMs } from './mark.js';

const minPart = 0.5;

/**
 * Calls `onSeen` once an element has been visible long enough to count as read.
 * @returns a function that stops watching
 */
export function watchInView(elements: Iterable<HTMLElement>, onSeen: (element: HTMLElement) => void): () => void {
  const visibleElements = new Set<HTMLElement>();
  const timers = new Map<HTMLElement, ReturnType<typeof setTimeout>>();
  const update = (element: HTMLElement) => {
    const counts = visibleElements.has(element) && document.visibilityState === 'visible';
    if (counts === timers.has(element)) return;
    if (counts)
      return void timers.set(
        element,
        setTimeout(() => finish(element), readAfterMs),
      );
    clearTimeout(timers.get(element));
    timers.delete(element);
  };
  const finish = (element: HTMLElement) => {
    observer.unobserve(element);
    visibleElements.delete(element);
    timers.delete(element);
    onSeen(element);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, intersectionRatio, intersectionRect } of entries) {
        const element = target as HTMLElement;
        const isRead = intersectionRatio >= minPart || intersectionRect.height >= window.innerHeight * minPart;
        if (isIntersecting && isRead) visibleElements.add(element);
        else visibleElements.delete(element);
        update(element);
      }
    },
    { threshold: [0, 0.25, minPart, 0.75, 1] },
  );
  for (const element of elements) observer.observe(element);
  const updateAll = () => visibleElements.forEach(update);
  document.addEventListener('visibilitychange', updateAll);
  return () => {
    document.removeEventListener('visibilitychange', updateAll);
    observer.disconnect();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}
