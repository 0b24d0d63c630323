import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Person } from '../site/member.js';
import { buildLoggedInOptions, visit } from './browser.js';
import { waitForReading } from './reading.js';

export interface Device {
  name: 'desk' | 'phone';
  options: BrowserContextOptions;
}

export const desk: Device = { name: 'desk', options: { viewport: { width: 1280, height: 860 } } };
export const phone: Device = {
  name: 'phone',
  options: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};

/** A fraction of the window's height, because readers keep the last lines in view. */
const gesture = 0.85;
const maxGestures = 60; // No task requires this many gestures.
const maxTabs = 3; // A field may contain a button.

/**
 * A step is a press, a key, typed text or a scroll gesture of about one window. Only visible elements can be pressed.
 */
export class CountingUser {
  readonly steps: string[] = [];

  constructor(
    readonly page: Page,
    readonly device: Device,
  ) {}

  get onPhone(): boolean {
    return this.device.name === 'phone';
  }

  async press(target: Locator): Promise<void> {
    await this.bringIntoView(target);
    this.steps.push(`press ${await readName(target)}`);
    await (this.onPhone ? target.tap() : target.click());
  }

  /** A phone has only the keys of its on-screen keyboard. */
  async pressKey(pressKey: string): Promise<void> {
    if (this.onPhone && pressKey !== 'Enter') throw new Error(`A phone has no key ${pressKey}`);
    this.steps.push(`key ${pressKey}`);
    await this.page.keyboard.press(pressKey);
  }

  async type(field: Locator, text: string): Promise<void> {
    await field.waitFor();
    if (!(await hasFocus(field))) await this.press(field);
    this.steps.push(`type ${text}`);
    await this.page.keyboard.insertText(text);
  }

  /** On a desktop, moves to the field with Tab. */
  async typeNext(field: Locator, text: string): Promise<void> {
    for (let presses = 0; presses < maxTabs && !this.onPhone; presses++) {
      if (await hasFocus(field)) break;
      await this.pressKey('Tab');
    }
    await this.type(field, text);
  }

  async retype(field: Locator, text: string): Promise<void> {
    await this.press(field);
    this.steps.push(`retype ${text}`);
    await field.fill(text);
  }

  /** Submits with the key on a desktop and with the button on a phone. */
  async submit(button: Locator, key: string): Promise<void> {
    await (this.onPhone ? this.press(button) : this.pressKey(key));
  }

  async goBack(): Promise<void> {
    this.steps.push('back');
    await this.page.goBack();
  }

  async openMailed(link: string): Promise<void> {
    this.steps.push('open the link in the mail');
    await this.page.goto(link);
  }

  /** Reads for long enough that the page marks the text as read. */
  async readTo(text: Locator): Promise<void> {
    await this.scrollTo(text, true);
    await waitForReading(this.page);
  }

  async bringIntoView(target: Locator): Promise<void> {
    await target.waitFor();
    await this.scrollTo(target, false);
  }

  private async scrollTo(target: Locator, reading: boolean): Promise<void> {
    for (let gestures = 0; gestures < maxGestures; gestures++) {
      const place = (await target.count()) === 0 ? 'below' : await target.evaluate(locateInView, reading);
      if (place === 'seen') return;
      if (reading) await waitForReading(this.page);
      this.steps.push(place === 'below' ? 'scroll down' : 'scroll up');
      await this.scroll(place === 'below' ? 1 : -1, target);
    }
    throw new Error(`Scrolling does not reach ${String(target)}`);
  }

  private async scroll(direction: 1 | -1, target: Locator): Promise<void> {
    const { width, height } = this.page.viewportSize() ?? { width: 0, height: 0 };
    const box = (await target.count()) === 0 ? null : await target.boundingBox();
    const x = box ? Math.min(width - 1, Math.max(1, box.x + box.width / 2)) : width / 2;
    await this.page.mouse.move(x, height / 2);
    await this.page.mouse.wheel(0, direction * gesture * height);
    await this.page.evaluate(waitUntilStill);
  }
}

export async function createUser(
  browser: Browser,
  address: string,
  device: Device,
  as?: Person,
): Promise<CountingUser> {
  const { page } = await visit(browser, address, { ...device.options, ...(as && buildLoggedInOptions(as)) });
  // Shortcuts are fetched after the page has rendered.
  await page.waitForLoadState('networkidle');
  return new CountingUser(page, device);
}

const hasFocus = (field: Locator) => field.evaluate((element) => element === document.activeElement);

async function readName(target: Locator): Promise<string> {
  return target.evaluate((element) => {
    const name = element.getAttribute('aria-label') ?? (element as HTMLElement).innerText;
    return (name || element.id || element.tagName).replaceAll(/\s+/g, ' ').slice(0, 50);
  });
}

function locateInView(element: Element, reading: boolean): 'seen' | 'above' | 'below' {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const at = reading ? bottom - 4 : (top + bottom) / 2;
  if (at > innerHeight - 1) return 'below';
  if (at < 0) return 'above';
  const hit = document.elementFromPoint(Math.min(innerWidth - 1, Math.max(0, (left + right) / 2)), at);
  if (hit && (element.contains(hit) || hit.contains(element) || hit.closest('label')?.control === element))
    return 'seen';
  return at < header ? 'above' : 'below';
}

function waitUntilStill(): Promise<void> {
  return new Promise((done) => {
    let last = NaN;
    let stillFrames = 0;
    const compareFrame = () => {
      const inner = [...document.querySelectorAll('[role=dialog], dialog, dialog *')];
      const at = scrollY + inner.reduce((sum, { scrollTop }) => sum + scrollTop, 0);
      stillFrames = at === last ? stillFrames + 1 : 0;
      last = at;
      if (stillFrames > 8) done();
      else requestAnimationFrame(compareFrame);
    };
    compareFrame();
  });
}
