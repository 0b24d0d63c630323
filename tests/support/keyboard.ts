import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const mostPresses = 60;

/** A page that is used by keyboard alone, with the time that each step takes. */
export function byKeyboard(page: Page) {
  const taken: string[] = [];
  let before = performance.now();
  const has = (selector: string) => page.evaluate((it) => document.activeElement?.matches(it) === true, selector);
  return {
    /** Presses a key until what has the focus is so. */
    async press(key: string, selector: string): Promise<void> {
      for (let n = 0; n < mostPresses && !(await has(selector)); n++) await page.keyboard.press(key);
      expect(await has(selector), `${key} leads to ${selector}`).toBe(true);
    },
    /** Ends a step; one without a name is not counted. */
    step(name: string): void {
      if (name !== '') taken.push(`${name} ${Math.round(performance.now() - before)} ms`);
      before = performance.now();
    },
    steps: () => taken.join(', '),
  };
}
