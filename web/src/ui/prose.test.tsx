import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { useSections } from '../shared/state/sections.js';
import { useSite } from '../shared/state/site.js';
import { server } from '../testing/server.js';
import { show } from '../testing/show.js';
import { Prose } from './prose.js';

const video = 'https://youtu.be/dQw4w9WgXcQ';
const image = 'https://i.example.org/spawn.png';
const link = (address: string, text = address) => `<a href="${address}" rel="nofollow ugc noopener">${text}</a>`;
const renderAlone = (address: string, text?: string) => `<p>${link(address, text)}</p>\n`;
const getLoadedElements = () => document.querySelectorAll('iframe, img');
const queryButtons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);
const allow = (...hosts: string[]) => useSite.setState({ image_hosts: hosts });

test('a click loads and shows a video, and another click hides it', async () => {
  const user = await show(<Prose html={renderAlone(video)} />);
  const load = await screen.findByRole('button', { name: 'Load video from YouTube', expanded: false });
  expect(getLoadedElements()).toHaveLength(0);
  await user.click(load);
  const frame = screen.getByTitle('YouTube video');
  expect(frame.getAttribute('src')).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ');
  expect(frame.getAttribute('sandbox')).toContain('allow-scripts');
  await user.click(screen.getByRole('button', { name: 'Hide video from YouTube', expanded: true }));
  expect(getLoadedElements()).toHaveLength(0);
  expect(screen.getByRole('link', { name: video }).getAttribute('href')).toBe(video);
});

test('a click shows an image from an allowed host, or an error if it cannot be loaded', async () => {
  allow('i.example.org');
  const user = await show(<Prose html={renderAlone(image, 'The spawn')} />);
  await user.click(await screen.findByRole('button', { name: 'Load image from i.example.org' }));
  const picture = screen.getByRole('img', { name: 'The spawn' });
  expect([picture.getAttribute('src'), picture.getAttribute('referrerpolicy')]).toEqual([image, 'no-referrer']);
  act(() => void picture.dispatchEvent(new Event('error')));
  await screen.findByText('The image could not be loaded.');
});

test('an open video stays open if something else on the site changes', async () => {
  const user = await show(<Prose html={renderAlone(video)} />);
  await user.click(await screen.findByRole('button', { name: /Load video/ }));
  const frame = screen.getByTitle('YouTube video');
  act(() => useSite.setState({ name: 'Harbour', image_hosts: [] }));
  expect(screen.getByTitle('YouTube video')).toBe(frame);
});

test('editing a post replaces its cards', async () => {
  const texts = [renderAlone(video) + renderAlone(video), `${renderAlone(video, 'The tour')}<p>More</p>`];
  function Edited() {
    const [edits, setEdits] = useState(0);
    return (
      <>
        <Prose html={texts[edits] ?? ''} />
        <input type="checkbox" onChange={() => setEdits(1)} />
      </>
    );
  }
  const user = await show(<Edited />);
  await waitFor(() => expect(queryButtons()).toHaveLength(2));
  await user.click(screen.getByRole('checkbox'));
  await waitFor(() => expect(queryButtons()).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: /Load video/ }));
  expect(screen.getByTitle('The tour')).toBeDefined();
});

test.each([
  ['an image of another host', renderAlone(image)],
  ['a video in a sentence', `<p>Look: ${link(video)}</p>\n`],
  ['two videos in a paragraph', `<p>${link(video)}<br>\n${link(video)}</p>\n`],
  ['a video in a quotation', `<blockquote>\n${renderAlone(video)}</blockquote>\n`],
])('leaves %s as a plain link', async (_, html) => {
  await show(<Prose html={`${html}${renderAlone('https://youtu.be/bbbbbbbbbbb')}`} />);
  await waitFor(() => expect(queryButtons()).toEqual(['Load video'])); // Only the last paragraph contains nothing but a video link.
});

test('creates at most ten cards per post', async () => {
  await show(<Prose html={renderAlone(video).repeat(12)} />);
  await waitFor(() => expect(queryButtons()).toHaveLength(10));
});

const renderThreadLink = (id: number, rest = '') => link(`${location.origin}/forums/thread/${id}${rest}`);

test('loads the titles of linked threads in one request and shows the URLs of hidden threads', async () => {
  server.respondWith('GET /forums/thread-titles', [{ id: 7, title: 'Harbour <b>plans</b>' }]);
  await show(
    <>
      <Prose html={`<p>See ${renderThreadLink(7)} and ${renderThreadLink(8)}.</p>\n`} />
      <Prose html={`<p>${renderThreadLink(7, '#post-12')}, <a href="/forums/thread/7">that one</a></p>\n`} />
    </>,
  );
  await screen.findByRole('link', { name: 'Harbour <b>plans</b>' });
  expect(screen.getByRole('link', { name: 'Harbour <b>plans</b> (reply)' })).toBeDefined();
  expect(screen.getByRole('link', { name: `${location.origin}/forums/thread/8` })).toBeDefined();
  expect(screen.getByRole('link', { name: 'that one' })).toBeDefined();
  expect(server.calls('GET /forums/thread-titles').map(({ query }) => query.get('threads'))).toEqual(['7,8']);
});

test('shows the URL again if the thread is no longer visible to the reader', async () => {
  server.respondWith('GET /forums/thread-titles', [{ id: 7, title: 'The vault' }]);
  await show(<Prose html={`<p>${renderThreadLink(7)}</p>\n`} />);
  await screen.findByRole('link', { name: 'The vault' });
  server.respondWith('GET /forums/thread-titles', []);
  act(() => useSections.setState({ position: `0000abcd.${'9'.padStart(20, '0')}` }));
  await screen.findByRole('link', { name: `${location.origin}/forums/thread/7` });
});

const follow = (name: string, init?: MouseEventInit) => {
  const click = createEvent.click(screen.getByText(name), init);
  fireEvent(screen.getByText(name), click);
  return click.defaultPrevented;
};

test('opens a link to the site without a reload, unless it is a file or opens a new tab', async () => {
  await show(
    <Prose html={`<p><a href="/members?page=2">Members</a> <a href="/pictures/plan.webp">The plan</a></p>`} />,
  );
  expect(follow('The plan')).toBe(false);
  expect(follow('Members', { ctrlKey: true })).toBe(false);
  expect(follow('Members', { metaKey: true })).toBe(false);
  expect(location.pathname).toBe('/');
  expect(follow('Members')).toBe(true);
  expect(location.pathname + location.search).toBe('/members?page=2');
});

test('only content that is too wide can be focused by keyboard', async () => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300);
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(function (this: Element) {
    return this.tagName === 'PRE' ? 900 : 300;
  });
  await show(<Prose html="<pre>wide</pre><table><tr><td>narrow</td></tr></table>" />);
  expect(screen.getByText('wide').getAttribute('tabindex')).toBe('0');
  expect(screen.getByRole('table').hasAttribute('tabindex')).toBe(false);
});

const formatSpoiler = (text: string) =>
  `<span class="spoiler" tabindex="-1"><button type="button">Spoiler, press to show</button><span>${text}</span></span>`;
const countCoveredSpoilers = () => document.querySelectorAll('.spoiler:not(.shown)').length;

test('a spoiler is shown by a click anywhere on it, and its links work only afterwards', async () => {
  const user = await show(
    <Prose html={`<p>${formatSpoiler('<a href="/members">Zoe</a>')} ${formatSpoiler('Yan')}</p>`} />,
  );
  await user.click(screen.getByText('Zoe'));
  expect([countCoveredSpoilers(), location.pathname]).toEqual([1, '/']);
  await user.click(screen.getByText('Zoe'));
  expect([countCoveredSpoilers(), location.pathname]).toEqual([1, '/members']);
});

test('a spoiler can be shown by keyboard without losing the focus', async () => {
  const user = await show(<Prose html={`<p>${formatSpoiler('Zoe')} ${formatSpoiler('Yan')}</p>`} />);
  await user.tab();
  expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'Spoiler, press to show' })[0]);
  expect(countCoveredSpoilers()).toBe(2);
  await user.keyboard('{Enter}');
  expect(countCoveredSpoilers()).toBe(1);
  expect(document.activeElement?.textContent).toBe('Zoe');
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button'));
});

test('a spoiler within a spoiler is shown by its own click', async () => {
  const user = await show(<Prose html={`<p>${formatSpoiler(`Zoe and ${formatSpoiler('Yan')}`)}</p>`} />);
  await user.click(screen.getByText('Zoe and'));
  expect(countCoveredSpoilers()).toBe(1);
  await user.click(screen.getByText('Yan'));
  expect(countCoveredSpoilers()).toBe(0);
});

test('the first click on a link with a spoiler shows the spoiler, and the next one follows the link', async () => {
  const label = '<span class="visually-hidden">Spoiler, press to show</span>';
  const hiddenSpoiler = `<span class="spoiler" tabindex="-1">${label}<span>Zoe</span></span>`;
  const user = await show(<Prose html={`<p><a href="/staff">See ${hiddenSpoiler}</a></p>`} />);
  await user.click(screen.getByText('See'));
  expect([countCoveredSpoilers(), location.pathname]).toEqual([0, '/']);
  await user.click(screen.getByText('See'));
  expect(location.pathname).toBe('/staff');
});
