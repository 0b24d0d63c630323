import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show } from '../../testing/show.js';
import { Prose } from '../prose.js';
import { highlight } from './highlight.js';

const observedElements = new Set<Element>();
let report: (entries: Partial<IntersectionObserverEntry>[]) => void = () => {};

beforeEach(() => {
  observedElements.clear();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof report) {
        report = callback;
      }
      observe = (element: Element) => observedElements.add(element);
      unobserve = (element: Element) => observedElements.delete(element);
      disconnect = () => {};
    },
  );
});

afterEach(() => vi.unstubAllGlobals());

const block = (text: string, language = 'java') =>
  `<div class="code-block" data-language="Java"><pre><code class="language-${language}">${text}</code></pre></div>\n`;
const comeIntoView = () => act(() => report([...observedElements].map((target) => ({ target, isIntersecting: true }))));

test('colours a block when it comes into view, without changing its text', async () => {
  const text = 'class Home { String name = "&lt;b&gt;"; }\n';
  await show(<Prose html={block(text)} />);
  const code = document.querySelector('code');
  const textBefore = code?.textContent;
  await waitFor(() => expect(observedElements.size).toBe(1));
  expect(code?.childElementCount).toBe(0);
  comeIntoView();
  await waitFor(() => expect(code?.querySelector('.hljs-keyword')?.textContent).toBe('class'));
  expect(code?.textContent).toBe(textBefore);
  expect(observedElements.size).toBe(0);
});

test("copies a block's code and announces it", async () => {
  const user = await show(<Prose html={`${block('one')}${block('two &lt;')}`} />);
  const [, second] = await screen.findAllByRole('button', { name: 'Copy code' });
  await user.click(second ?? document.body);
  expect(await navigator.clipboard.readText()).toBe('two <');
  await screen.findByText('The code was copied.');
});

test('leaves long blocks, blocks without a language and more than thirty blocks plain', async () => {
  const plain = '<div class="code-block"><pre><code>plain</code></pre></div>\n';
  await show(<Prose html={plain + block('x'.repeat(20_001)) + block('y').repeat(31)} />);
  await waitFor(() => expect(observedElements.size).toBe(30));
  expect([...observedElements].every(({ textContent }) => textContent === 'y')).toBe(true);
});

function getHighlighted(text: string, className: string): HTMLElement {
  const code = document.createElement('code');
  Object.assign(code, { className, textContent: text });
  highlight(code);
  return code;
}

const languages = 'bash css diff ini java javascript json kotlin markdown properties python sql typescript xml yaml';
const hostileText = `<img src=x onerror="alert(1)"> & '</span><script>alert(1)</script>' /* "**[x](javascript:a)**" */ # -- \n+ a\n`;

test.each(languages.split(' '))('adds only coloured spans to %s, whatever it contains', (language) => {
  const code = getHighlighted(hostileText.repeat(3), `language-${language}`);
  expect(code.textContent).toBe(hostileText.repeat(3));
  expect(code.childElementCount).toBeGreaterThan(0);
  for (const element of code.querySelectorAll('*')) {
    expect([element.tagName, ...element.getAttributeNames()]).toEqual(['SPAN', 'class']);
  }
});

test.each(['', 'language-unknown', 'language-constructor'])('leaves code of the class "%s" plain', (className) => {
  expect(getHighlighted('class A {}', className).innerHTML).toBe('class A {}');
});
