import { expect } from 'vitest';
import type { Site, SiteMember } from './site.js';

/** Follows the `Link` headers. Only an empty list may have an empty page. */
export async function readPages<Row>(site: Site, path: string, as?: SiteMember): Promise<Row[][]> {
  const pages: Row[][] = [];
  for (let next: string | undefined = `/api${path}`; next;) {
    const { status, json, headers, text } = await site.send('GET', next, undefined, { as, prefix: '' });
    expect([next, status], text).toEqual([next, 200]);
    pages.push(json as Row[]);
    if (pages.length > 1) expect([next, (json as Row[]).length]).not.toEqual([next, 0]);
    const link: string | undefined = headers.link?.toString();
    next = /<([^>]+)>; rel="next"/.exec(link ?? '')?.[1];
    if (link?.includes('rel="next"')) expect(next, 'the form of the Link header').toBeDefined();
  }
  return pages;
}
