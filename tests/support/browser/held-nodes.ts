import type { Page } from 'playwright-core';

const pressable = 'a[href], button, input, select, textarea, summary';

interface HeldWindow {
  held: { node: Element; name: string; at: string }[];
}

export function holdNodes(page: Page): Promise<number> {
  return page.evaluate((selector) => {
    const visibleNodes = [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility());
    const heldNodes = visibleNodes.map((node) => {
      const { x, y } = node.getBoundingClientRect();
      const name = node.getAttribute('aria-label') ?? node.textContent?.trim() ?? '';
      return { node, name: `${node.tagName.toLowerCase()} ${name}`, at: `${Math.round(x)},${Math.round(y + scrollY)}` };
    });
    Object.assign(window, { held: heldNodes });
    return heldNodes.length;
  }, pressable);
}

/** Returns removed elements. A press that began on one of them would have missed. */
export async function listLostNodes(page: Page): Promise<string[]> {
  await waitForFrame(page);
  return page.evaluate(() => {
    const { held } = window as unknown as HeldWindow;
    return held.flatMap(({ node, name, at }) => {
      if (!node.isConnected) return [`${name} is another one`];
      const { x, y } = node.getBoundingClientRect();
      const now = `${Math.round(x)},${Math.round(y + scrollY)}`;
      return now === at ? [] : [`${name} went from ${at} to ${now}`];
    });
  });
}

export function waitForFrame(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}
