import type { Page } from 'playwright-core';

/** Records what has moved under the resting pointer. */
interface WatchWindow {
  pointerWatch?: { moves: string[]; stop: () => void };
}

/** Moves the pointer onto a random visible part of the page. @returns its text, or null if nothing was found */
export async function pointAtRandom(page: Page, random: () => number): Promise<string | null> {
  const place = await page.evaluate((chance) => {
    const parts = [...document.querySelectorAll('main :is(a, button, p, li, h1, h2, h3, time, textarea), header a')];
    const visible = parts.flatMap((part) => {
      const { left, top, width, height } = part.getBoundingClientRect();
      const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
      return part.contains(document.elementFromPoint(x, y)) ? [{ x, y, name: part.textContent.slice(0, 40) }] : [];
    });
    return visible[Math.floor(chance * visible.length)] ?? null;
  }, random());
  if (place === null) return null;
  await page.mouse.move(place.x, place.y);
  return place.name;
}

/**
 * Watches the element under the pointer from now on: its node, its position in every frame, and the layout shifts that
 * the browser reports at this point.
 */
export function watchPointer(page: Page): Promise<void> {
  return page.evaluate(async () => {
    interface Shift extends PerformanceEntry {
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    }
    const world = window as unknown as WatchWindow & { pointer?: { x: number; y: number } };
    world.pointerWatch?.stop();
    const at = world.pointer;
    if (!at) throw new Error('The pointer has not moved on this page.');
    // A slider stays in place while its handle follows the length of the thread.
    const controls = 'a, button, input, select, textarea, [role="slider"]';
    // The browser compensates for the last change only when it draws the next frame.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const parts = `${controls}, summary, p, time, h1, h2, h3, img, li`;
    const findPart = () => {
      const element = document.elementFromPoint(at.x, at.y) ?? document.body;
      // In such a row, the link covers the whole row.
      const row = element.closest('.whole-row')?.closest('li, article');
      // A picture in a link may change without moving the link.
      return row ?? element.closest(controls) ?? element.closest(parts) ?? element;
    };
    const describeNode = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement;
      const region = element?.closest('section, aside, header, form, [role]');
      const label = region?.getAttribute('aria-label') ?? region?.querySelector('h2, h3')?.textContent ?? '';
      return `${element?.localName} “${node?.textContent?.slice(0, 50)}” in ${region?.localName} “${label}”`;
    };
    const getPosition = (element: Element) => {
      const { left, top } = element.getBoundingClientRect();
      return { left, top };
    };
    const moves: string[] = [];
    let target = findPart();
    let place = getPosition(target);
    let suspectedMove: string | null = null;
    /** A row that is deleted and restored between two frames has new nodes. */
    const isTargetAgain = (current: Element) => {
      const { left, top } = getPosition(current);
      const isInPlace = Math.max(Math.abs(left - place.left), Math.abs(top - place.top)) <= 1;
      const [one, other] = [target, current].map((link) => [link.getAttribute('href'), link.textContent].join(' '));
      return isInPlace && one === other;
    };
    const changeAt = (current: Element): string | null => {
      // A blank is replaced when its row returns, which is not a move.
      if (target.matches('li, div') && target.textContent === '') return null;
      if (!target.isConnected)
        return current.matches(controls) && !isTargetAgain(current)
          ? `${describeNode(target)} became ${describeNode(current)}`
          : null;
      const now = getPosition(target);
      const [deltaX, deltaY] = [now.left - place.left, now.top - place.top];
      if (Math.max(Math.abs(deltaX), Math.abs(deltaY)) > 1)
        return `${describeNode(target)} moved by ${deltaX.toFixed(1)}, ${deltaY.toFixed(1)}`;
      const overlaps = current.contains(target) || target.contains(current);
      return overlaps ? null : `${describeNode(target)} is covered by ${describeNode(current)}`;
    };
    // Before the next frame is painted, scrolling may still compensate for a change between two frames.
    const look = () => {
      const current = findPart();
      const change = changeAt(current);
      if (change !== null && change === suspectedMove) moves.push(change);
      if (change !== null && change !== suspectedMove) return void (suspectedMove = change);
      [target, place, suspectedMove] = [current, getPosition(current), null];
    };
    const afterFrame = new MessageChannel();
    afterFrame.port1.onmessage = look;
    let frame = requestAnimationFrame(function next() {
      afterFrame.port2.postMessage(null);
      frame = requestAnimationFrame(next);
    });
    const isAt = ({ left, right, top, bottom }: DOMRectReadOnly) =>
      left <= at.x && at.x < right && top <= at.y && at.y < bottom;
    const observer = new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as Shift[]) {
        for (const { node, previousRect, currentRect } of sources) {
          if (!(node instanceof Element) || !node.contains(target)) continue;
          // The browser also reports shifts that scrolling has compensated in the same frame.
          const isVisible = Math.abs(Math.max(node.getBoundingClientRect().y, 0) - currentRect.y) <= 1;
          // An element that begins above the window may grow there and be compensated in the same way.
          const isMoved = previousRect.x !== currentRect.x || previousRect.y !== currentRect.y;
          if (isMoved && isVisible && (isAt(previousRect) || isAt(currentRect)))
            moves.push(`layout shift of ${describeNode(node)} from ${previousRect.y} to ${currentRect.y}`);
        }
      }
    });
    observer.observe({ type: 'layout-shift' });
    const stop = () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
    world.pointerWatch = { moves, stop };
  });
}

/** Stops the watch. @returns what moved under the pointer */
export function listMoves(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { pointerWatch } = window as unknown as WatchWindow; // `watchPointer` sets this property.
    pointerWatch?.stop();
    return pointerWatch?.moves ?? [];
  });
}

/** Must run before the page loads. */
export async function trackPointer(page: Page): Promise<void> {
  await page.addInitScript(() =>
    addEventListener('pointermove', ({ clientX, clientY }) =>
      Object.assign(window, { pointer: { x: clientX, y: clientY } }),
    ),
  );
}
