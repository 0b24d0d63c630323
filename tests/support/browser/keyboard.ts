import type { Page } from 'playwright-core';

const maxPresses = 120; // more than any page has tab stops

interface Focused {
  name: string;
  kind: string;
}

/** `kind`: `textbox` for a text field. */
export async function tabTo(
  page: Page,
  name: string,
  kind?: 'textbox',
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  for (let presses = 0; presses < maxPresses; presses++) {
    const focused = await page.evaluate(focusedNow);
    if (focused.name === name && (kind === undefined || focused.kind === kind)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`The ${key} key does not lead to ${name}`);
}

/** Runs in the page. */
function focusedNow(): Focused {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement)) return { name: '', kind: '' };
  const by = element.getAttribute('aria-labelledby');
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])].map((label) => label.innerText) : [];
  const named = by === null ? null : document.getElementById(by)?.textContent;
  const name = element.getAttribute('aria-label') ?? named ?? labels[0] ?? element.innerText;
  const typed = element instanceof HTMLInputElement && element.type === 'text';
  return { name: name.trim(), kind: typed ? 'textbox' : '' };
}

/** In milliseconds. */
export function stepsOf(task: string): (step: string) => void {
  let since = performance.now();
  return (step) => {
    const now = performance.now();
    console.log(`${task}: ${step} after ${Math.round(now - since)} ms`);
    since = now;
  };
}
