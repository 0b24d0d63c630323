import type { Page } from 'playwright-core';
import { expect } from 'vitest';

type FilePayload = { name: string; mimeType: string; buffer: Buffer };
type Name = string | RegExp;

const maxPresses = 160; // No page has this many tab stops.
const timeoutMs = 15_000;

/** Navigates without a pointer, so Tab alone must reach every control. */
export class ScriptedUser {
  constructor(readonly page: Page) {}

  /** Presses `key` until the element with this name has focus. */
  async to(name: Name, key: 'Tab' | 'Shift+Tab' | 'End' = 'Tab'): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    do {
      for (let presses = 0; presses < maxPresses; presses++) {
        const { names } = await this.describeFocus();
        if (names.some((focusedName) => (typeof name === 'string' ? focusedName === name : name.test(focusedName))))
          return;
        await this.page.keyboard.press(key);
      }
    } while (Date.now() < deadline);
    throw new Error(`The ${key} key does not reach ${name}`);
  }

  async press(name: Name, key = 'Enter'): Promise<void> {
    await this.to(name);
    await this.page.keyboard.press(key);
  }

  async write(name: Name, text: string, key?: string): Promise<void> {
    await this.to(name);
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.type(text);
    if (key !== undefined) await this.page.keyboard.press(key);
  }

  async pressKeys(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Types the first letters of a native select's option. */
  async choose(name: Name, option: string): Promise<void> {
    await this.to(name);
    const isThere = (label: string) =>
      Array.from((document.activeElement as HTMLSelectElement).options, (element) => element.label).includes(label);
    const isChosen = (label: string) =>
      (document.activeElement as HTMLSelectElement).selectedOptions[0]?.label === label;
    await this.page.waitForFunction(isThere, option);
    // On a busy machine, a pause between two letters starts a new type-ahead search.
    for (let tries = 0; tries < 5 && !(await this.page.evaluate(isChosen, option)); tries++) {
      await this.page.keyboard.type(option);
    }
  }

  async chooseFromMenu(button: Name, entry: string): Promise<void> {
    await this.press(button);
    await this.page.getByRole('menuitem', { name: entry, exact: true }).waitFor();
    for (let presses = 0; presses < maxPresses; presses++) {
      if ((await this.describeFocus()).names.includes(entry)) break;
      await this.page.keyboard.press('ArrowDown');
    }
    await this.page.keyboard.press('Enter');
  }

  /** Listens for the dialog before the press so that it cannot be missed. */
  async chooseFile(name: Name, key: 'Enter' | 'Space', file: FilePayload): Promise<void> {
    const dialog = this.page.waitForEvent('filechooser');
    await Promise.all([dialog.then((chooser) => chooser.setFiles(file)), this.press(name, key)]);
  }

  async pressInToast(words: Name, button: string): Promise<void> {
    await this.page.keyboard.press('F6');
    await this.to(words);
    await this.press(button);
  }

  async waitForText(words: string | RegExp): Promise<void> {
    await this.page.getByText(words).filter({ visible: true }).first().waitFor({ timeout: timeoutMs });
  }

  async waitForPath(path: string): Promise<void> {
    await this.page.waitForURL((url) => url.pathname + url.search === path, {
      waitUntil: 'commit',
      timeout: timeoutMs,
    });
  }

  async expectFocus(name: Name): Promise<void> {
    const expectedName = typeof name === 'string' ? new RegExp(`^${escapePattern(name)}$`, 'm') : name;
    await expect
      .poll(async () => (await this.describeFocus()).names.join('\n'), { timeout: timeoutMs })
      .toMatch(expectedName);
  }

  /** Waits until the dialog also has focus because a key pressed earlier would reach the control that opened it. */
  async waitForDialog(name?: Name): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name }).or(this.page.getByRole('alertdialog', { name }));
    await dialog.and(this.page.locator(':focus-within')).waitFor({ timeout: timeoutMs });
  }

  /** Removing an element must not lose the focus. */
  async expectPlaceKept(): Promise<void> {
    await expect.poll(async () => (await this.describeFocus()).lost, { timeout: timeoutMs }).toBe(false);
  }

  /**
   * `names` are the full accessible name and its first line, without a hint. `lost` means that no element has the
   * focus.
   */
  describeFocus(): Promise<{ names: string[]; lost: boolean }> {
    return this.page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body) return { names: [], lost: true };
      const by = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean);
      const hasLabels = element.matches('button, input, meter, output, progress, select, textarea');
      const labels = hasLabels ? [...((element as HTMLInputElement).labels ?? [])] : [];
      const hasAriaLabel = element.matches(
        'a, button, summary, h1, h2, h3, [role="menuitem"], [role="option"], [role="tab"]',
      );
      const labelSources = [
        by.map((id) => document.getElementById(id)?.textContent ?? '').join(' '),
        element.getAttribute('aria-label') ?? '',
        labels
          .map((label) => label.querySelector('[role="img"]')?.getAttribute('aria-label') ?? label.innerText)
          .join(' '),
        hasAriaLabel ? element.innerText : '',
      ];
      const name = labelSources.map((source) => source.trim()).find((source) => source !== '');
      return { names: name === undefined ? [] : [name, name.split('\n')[0] ?? ''], lost: false };
    });
  }
}

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
