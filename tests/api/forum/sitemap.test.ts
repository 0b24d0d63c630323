import { expect, test } from 'vitest';
import { testSite } from '../../support/site/site.js';

const site = testSite();
const fetchFile = (path: string) => site.send('GET', path, undefined, { prefix: '' });

test('responds with 404 to unknown sitemap pages', async () => {
  for (const name of ['threads-1', 'threads-x', 'members-0', 'members-99', 'members-x', 'other']) {
    expect((await fetchFile(`/sitemap-${name}.xml`)).status, name).toBe(404);
  }
});

test('robots.txt links the sitemap and disallows private pages', async () => {
  const { text, headers } = await fetchFile('/robots.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(text.split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /api',
    'Disallow: /auth',
    'Disallow: /search',
    '',
    `Sitemap: ${site.services.env.publicUrl}/sitemap.xml`,
    '',
  ]);
});
