const controls = 'a[href], button, input, select, textarea, summary, iframe, [tabindex]:not([tabindex="-1"])';
const stepPx = 8;
/** A dialog may close at any time, so the controls behind it also count. */
const dialogWeight = 100;

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

export const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Moves the card to the position where it covers the fewest controls. Prefers low positions, then the right. */
export function placeCard(card: HTMLElement): void {
  card.style.translate = '';
  const start = card.getBoundingClientRect();
  const toLeftEdge = parseFloat(getComputedStyle(card).right) - start.left;
  const weights = findControlsInView(card);
  let best = { x: 0, y: 0, covered: Infinity };
  for (let y = 0; y < start.top / 2; y += stepPx) {
    for (const x of [0, toLeftEdge]) {
      const box = { left: start.left + x, right: start.right + x, top: start.top - y, bottom: start.bottom - y };
      const coveredWeight = weights.reduce(
        (sum, control) => sum + (overlaps(control.box, box) ? control.weight : 0),
        0,
      );
      if (coveredWeight < best.covered) best = { x, y: -y, covered: coveredWeight };
    }
    if (best.covered === 0) break;
  }
  card.style.translate = `${best.x}px ${best.y}px`;
}

function findControlsInView(card: HTMLElement): { box: DOMRect; weight: number }[] {
  return [...document.querySelectorAll(controls)]
    .filter((control) => !card.contains(control))
    .map((control) => ({
      box: control.getBoundingClientRect(),
      weight: control.closest('[data-dialog]') ? dialogWeight : 1,
    }))
    .filter(({ box: { top, bottom, width } }) => width > 1 && bottom > 0 && top < window.innerHeight);
}
