import { beforeAll, describe, expect, it } from 'vitest';
import { setUpBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, buildLoggedInOptions, waitForScreen, visit } from '../support/browser/browser.js';
import { createThread, registerPerson, findSectionId, type Person } from '../support/site/member.js';

/** A Hebrew word between neutral characters, with marks stacked on its second letter. */
const stackedMarks = `«ש${'\u0300'.repeat(18)}לום» 7!`;
const sign = 'לום';

function listFaults(sign: string): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const faults: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || !node.textContent?.includes(sign) || !element.checkVisibility()) continue;
    if (element.closest('.visually-hidden, script, option, select')) continue;
    const name = `${element.closest('[class]')?.className} <${element.tagName.toLowerCase()}>`;
    const hasDirection = (candidate: Element) =>
      getComputedStyle(candidate).direction === 'rtl' || getComputedStyle(candidate).unicodeBidi === 'plaintext';
    const isolatedBySigns = /\u2068[^\u2069]*$/.test(node.textContent.split(sign)[0] ?? '');
    if (!hasDirection(element) && !isolatedBySigns) faults.push(`direction: ${name}`);
    let clips: Element | null = element;
    while (clips && (getComputedStyle(clips).overflowY === 'visible' || getComputedStyle(clips).display === 'inline'))
      clips = clips.parentElement;
    // Only a post's text or an element of at most four lines may clip stacked marks.
    const isOwn = clips && (clips.closest('.prose') || clips.clientHeight < 150);
    if (!isOwn) faults.push(`marks: ${name}`);
  }
  return [...new Set(faults)];
}

describe.runIf(hasBrowser('writing systems'))('writing direction', () => {
  const site = setUpBrowserSite();
  let admin: Person;
  let member: Person;
  let threadId: number;

  beforeAll(async () => {
    admin = await registerPerson(site.server, 'Mila');
    member = await registerPerson(site.server, 'Noor');
    await admin.perform('PUT', '/admin/settings', { set_up: true, name: stackedMarks });
    const section_id = await findSectionId(admin, 'community');
    const place = { section_id, name: 'rtl', display_name: stackedMarks, description: stackedMarks, icon: 'star' };
    await admin.perform('POST', '/forums/subsections', place);
    threadId = await createThread(admin, stackedMarks, `${stackedMarks}\n\n- ${stackedMarks}\n\n> ${stackedMarks}`);
    await member.perform('POST', '/forums/posts', {
      thread_id: threadId,
      content: `@Mila ${stackedMarks}\n\n${stackedMarks}`,
    });
    await member.perform('POST', '/profile/Mila/posts', { content: stackedMarks });
    const links = [{ label: stackedMarks, url: 'https://example.org/' }];
    await admin.perform('PUT', '/account/profile', {
      title: stackedMarks,
      bio: stackedMarks,
      links,
      hide_last_seen: false,
    });
    await member.perform('POST', '/reports', {
      kind: 'post',
      subject: { kind: 'thread', id: threadId },
      text: stackedMarks,
    });
  }, 60_000);

  it.each([
    '/',
    '/forums',
    '/forums/community',
    '/forums/community/rtl',
    '/latest',
    'thread',
    '/profile/Mila',
    '/profile/Mila?tab=activity',
    `/search?q=${encodeURIComponent('7')}`,
    '/notifications',
    '/report-player',
    '/admin/reports',
    '/admin/audit',
    '/admin/forums',
    '/admin/roles',
    '/members',
  ])("sets the direction of each member's content and keeps it within its element on %s", async (path) => {
    const address = path === 'thread' ? `/forums/thread/${threadId}` : path;
    const { page } = await visit(site.browser, site.server.url + address, buildLoggedInOptions(admin));
    await waitForScreen(page);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(listFaults, sign)).toEqual([]);
    await page.context().close();
  });
});
