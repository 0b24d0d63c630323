import { useEffect, useReducer } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderFirst } from './first-draw.js';

let element: HTMLElement;
let root: Root;
beforeEach(() => {
  element = document.createElement('div');
  element.textContent = 'from the server';
  document.body.append(element);
  root = createRoot(element);
});
afterEach(() => {
  root.unmount();
  element.remove();
});

function Screen() {
  const [text, runEffect] = useReducer(() => 'drawn, with its effects', 'drawn');
  useEffect(runEffect, [runEffect]);
  return text;
}

test('replaces server-rendered content with the screen and its effects in a single step', async () => {
  const snapshots: (string | null)[] = [];
  new MutationObserver(() => snapshots.push(element.textContent)).observe(element, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  const firstRender = renderFirst(root, element, <Screen />);
  expect(element.textContent).toBe('from the server');
  await firstRender;
  await vi.waitFor(() => expect(snapshots).toEqual(['drawn, with its effects']));
});

test('the first render keeps the focus on the same element', async () => {
  element.innerHTML = '<a href="/">Home</a><main id="content" tabindex="-1"></main>';
  const screen = (
    <>
      <a href="/">The home page</a>
      <main id="content" tabIndex={-1} />
    </>
  );
  element.querySelector('a')?.focus();
  await renderFirst(root, element, screen);
  expect(document.activeElement?.textContent).toBe('The home page');
});

test('the first render waits until a pressed element is released', async () => {
  const querySpy = vi.spyOn(element, 'querySelector').mockReturnValue(element);
  const firstRender = renderFirst(root, element, <Screen />);
  await vi.waitFor(() => expect(querySpy).toHaveBeenCalled());
  expect(element.textContent).toBe('from the server');
  querySpy.mockReturnValue(null);
  dispatchEvent(new Event('pointerup'));
  await firstRender;
  expect(element.textContent).toContain('drawn');
});
