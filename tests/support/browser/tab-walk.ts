import type { Page } from 'playwright-core';

const batch = 12; // The number of presses between two checks.
const maxPresses = 480; // No page has this many tab stops.

interface WalkWindow {
  walked: Element[];
}

export async function walkTabs(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const walkedElements: Element[] = [];
    Object.assign(window, { walked: walkedElements });
    addEventListener('focusin', ({ target }) => target instanceof Element && walkedElements.push(target));
  });
  for (let presses = 0; presses < maxPresses; presses += batch) {
    for (let press = 0; press < batch; press++) await page.keyboard.press('Tab');
    if (await page.evaluate(hasComeRound)) return page.evaluate(findFaults);
  }
  const last = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120));
  return [`The Tab key does not come round: it ends at ${last}`];
}

/** Runs in the page. Returns whether Tab has returned to its first stop. */
function hasComeRound(): boolean {
  const { walked } = window as unknown as WalkWindow;
  return walked.lastIndexOf(walked[0] as Element) > 0 && new Set(walked).size > 1;
}

/** Runs in the page. Returns clickable elements that Tab did not reach, and invisible tab stops. */
function findFaults(): string[] {
  const { walked } = window as unknown as WalkWindow;
  const pressable =
    'a[href], button, input, select, textarea, summary, [role="button"], [role="switch"], [role="checkbox"]';
  const groups = '[role="toolbar"], [role="tablist"], [role="radiogroup"], [role="menu"], [role="listbox"]';
  const walkedSet = new Set(walked);
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return element.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0;
  };
  const isPointed = (element: Element) => getComputedStyle(element).cursor === 'pointer';
  const isGrouped = (element: Element) => {
    const group = element.closest(groups);
    return group !== null && walked.some((control) => group.contains(control));
  };
  const describeKind = (element: Element) => {
    if (element instanceof HTMLInputElement && element.type === 'radio')
      return walked.some((control) => control instanceof HTMLInputElement && control.name === element.name);
    const href = element.getAttribute('href');
    return element.closest('[aria-hidden="true"]') !== null && (href === null || hrefs.has(href));
  };
  const hrefs = new Set(walked.map((element) => element.getAttribute('href')));
  const controls = new Set(walked.flatMap((element) => ('labels' in element ? [...(element.labels as NodeList)] : [])));
  const buildPath = (element: Element) =>
    walked.some((control) => control.contains(element) || element.contains(control)) ||
    [...controls].some((label) => label.contains(element));
  const describeElement = (element: Element) => element.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 120);
  const all = [...document.body.querySelectorAll('*')].filter(
    (element) => isVisible(element) && !element.closest('[inert]'),
  );
  const native = all.filter(
    (element) =>
      element.matches(pressable) && !element.matches(':disabled, [data-disabled]') && !walkedSet.has(element),
  );
  // The cursor is inherited, so only the element that sets it reacts to the pointer.
  const pointerElements = all.filter(
    (element) =>
      isPointed(element) && !(element.parentElement && isPointed(element.parentElement)) && !walkedSet.has(element),
  );
  // If the element contains a button or a field, that control handles the press and is checked separately.
  const alone = pointerElements.filter((element) => !element.querySelector(pressable));
  const missedElements = new Set(
    [...native, ...alone].filter((element) => !isGrouped(element) && !describeKind(element) && !buildPath(element)),
  );
  return [
    ...[...missedElements].map((element) => `The Tab key leaves out ${describeElement(element)}`),
    ...[...walkedSet]
      .filter((element) => element.isConnected && !isVisible(element))
      .map((element) => `Unseen stop ${describeElement(element)}`),
  ];
}
