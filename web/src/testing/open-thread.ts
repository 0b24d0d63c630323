import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { UserEvent } from '@testing-library/user-event';
import { createElement } from 'react';
import { vi } from 'vitest';
import { ThreadPage } from '../features/thread/thread-page.js';
import { paths } from '../shared/paths.js';
import { buildSuccessResponse, buildSectionRow, buildThreadRow } from './rows.js';
import { server } from './server.js';
import { show } from './show.js';

interface ThreadOptions {
  as?: Me | null;
  thread?: Partial<ThreadRow>;
  section?: Partial<SectionRow>;
  posts?: PostRow[];
  /** Overrides the default responses before the page sends its requests. */
  prepareServer?: () => void;
}

export function openThread({
  as = null,
  thread,
  section,
  posts = [],
  prepareServer,
}: ThreadOptions = {}): Promise<UserEvent> {
  server.respondWith('GET /forums/sections', [buildSectionRow(section)]);
  server.respondWith('GET /forums/threads/7', buildThreadRow({ reply_count: posts.length, ...thread }));
  server.respondWith('GET /forums/posts/7', posts);
  server.respondWith('GET /forums/threads/7/acts', []);
  server.respondWith('GET /forums/threads/7/deleted', []);
  server.respondWith('PUT /forums/threads/7/read', buildSuccessResponse());
  server.respondWith('GET /forums/read', []);
  server.respondWith('GET /forums/reactions/7', {});
  server.respondWith('GET /forums/watches/7', {
    level: null,
    applies: 'normal',
    default_level: 'normal',
    tells: false,
  });
  server.respondWith('GET /bookmarks/threads/7', []);
  server.respondWith('GET /ignored', []);
  prepareServer?.();
  return show(createElement(ThreadPage), { as, at: '/forums/thread/7', path: paths.thread });
}

/** Simulates a thread whose end is below the window. */
export function readAtTop(): void {
  const measure = Element.prototype.getBoundingClientRect;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.id === 'thread-end' ? new DOMRect(0, 5_000, 0, 0) : measure.call(this);
  });
}
