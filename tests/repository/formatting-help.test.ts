import { expect, test } from 'vitest';
import { renderMarkdown } from '../../server/src/text/markdown.js';
import { samples } from '../../web/src/ui/editor/help/samples.js';

test.each(samples)('the formatting help shows %j as the server renders it', (source, html) => {
  expect(html).toBe(renderMarkdown(source).trim());
});
