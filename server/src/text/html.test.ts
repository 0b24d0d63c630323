import { expect, test } from 'vitest';
import { html } from './html.js';

test('escapes values inserted into HTML, unless they are HTML themselves', () => {
  const hostile = `<img src=x onerror="alert(1)"> & 'more'`;
  const escaped = '&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;more&#39;';
  expect(html`<b title="${hostile}">${hostile}</b>`.text).toBe(`<b title="${escaped}">${escaped}</b>`);
  const words = ['<a>', 'b'].map((word) => html`<i>${word}</i>`);
  expect(html`<b>${words}</b>${html`<i>c</i>`}${0}${''}`.text).toBe('<b><i>&lt;a&gt;</i><i>b</i></b><i>c</i>0');
});
