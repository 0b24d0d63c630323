import { expect, test } from 'vitest';
import { html } from './html.js';

test('escapes values inserted into HTML, unless they are HTML themselves', () => {
  const hostileText = `<img src=x onerror="alert(1)"> & 'more'`;
  const escapedText = '&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;more&#39;';
  expect(html`<b title="${hostileText}">${hostileText}</b>`.text).toBe(`<b title="${escapedText}">${escapedText}</b>`);
  const words = ['<a>', 'b'].map((word) => html`<i>${word}</i>`);
  expect(html`<b>${words}</b>${html`<i>c</i>`}${0}${''}`.text).toBe('<b><i>&lt;a&gt;</i><i>b</i></b><i>c</i>0');
});
