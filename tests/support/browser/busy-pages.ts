import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { io, type Socket } from 'socket.io-client';
import { forumActions } from '../live/world/forum-actions.js';
import { memberActions } from '../live/world/member-actions.js';
import { staffActions } from '../live/world/staff-actions.js';
import { World, type Action } from '../live/world/world.js';
import { createRandom } from '../random.js';
import type { SiteMember } from '../site/site.js';
import { buildLoggedInOptions, openBrowser } from './browser.js';
import { listMoves, pointAtRandom, trackPointer, watchPointer } from './pointer-watch.js';

interface Size {
  width: number;
  height: number;
}

const actions: Readonly<Record<string, Action>> = {
  ...forumActions,
  ...memberActions,
  report: staffActions['report something'] as Action,
};
/** These actions open another place, which changes the structure of the pages. */
const structural = ['mark a solution', 'move a thread away and back'];
const rare = new Set([
  'erase somebody',
  'end other sessions',
  'ignore, or no longer',
  'ignore and mute no longer',
  'mute, or no longer',
]);
const maxThreads = 14;

/** A page whose reader only points at parts of it. */
interface PointedPage {
  name: string;
  page: Page;
}

export interface Report {
  actions: number;
  points: number;
  /** What moved under a pointer: page, part and change. */
  moves: string[];
}

interface ReportOptions {
  seed: number;
  size: Size;
  durationMs: number;
  restMs: number;
}

/** Opens six pages, and returns what moved under their pointers while members were active. */
export async function moveReport({ size, ...options }: ReportOptions): Promise<Report> {
  const { seed } = options;
  const world = await World.start(seed);
  const browser = await openBrowser();
  try {
    const { reader, thread } = await fillWorld(world);
    const pages = await openPages(browser, size, world, reader, thread);
    return await pointDuringActions({ world, pages, thread, ...options });
  } finally {
    await browser.close();
    await world.site.stop();
  }
}

/** Creates a thread that is long enough to scroll, and some more in the same section. */
async function fillWorld(world: World): Promise<{ reader: SiteMember; thread: number }> {
  const { site, things } = world;
  const reader = await site.createMember('Reader');
  await site.perform(
    'PUT',
    '/forums/watches',
    { kind: 'section', id: site.section, level: 'watching' },
    { as: reader },
  );
  const thread = await site.createThread(site.member, { title: 'A long thread' });
  for (let n = 0; n < 25; n++) {
    const content = n % 4 === 0 ? `Number ${n}.\n\n${'A few more words. '.repeat(30)}` : `Number ${n}.`;
    things.replies.push({ id: await site.createReply(thread, site.other, content), threadId: thread });
  }
  for (let n = 0; n < 8; n++)
    things.threads.push({ id: await site.createThread(site.other, { title: `Thread ${n}` }) });
  for (let n = 0; n < 6; n++) await memberActions['write on a wall']?.(world);
  return { reader, thread };
}

async function openPages(
  browser: Browser,
  viewport: Size,
  world: World,
  reader: SiteMember,
  thread: number,
): Promise<PointedPage[]> {
  const { site } = world;
  const section = (await site.get<{ id: number; name: string }[]>('/forums/sections')).find(
    ({ id }) => id === site.section,
  );
  const paths = [
    '/',
    `/forums/${section?.name}`,
    `/forums/thread/${thread}`,
    '/latest',
    `/profile/${site.member.name}`,
    '/notifications',
  ];
  const pages: PointedPage[] = [];
  for (const path of paths) {
    const { cookie } = reader;
    const context = await browser.newContext({ viewport, ...buildLoggedInOptions({ cookie, url: site.url }) });
    const page = await context.newPage();
    await trackPointer(page);
    await page.goto(site.url + path);
    pages.push({ name: `${path} at ${viewport.width}`, page });
  }
  await Promise.all(pages.map(({ page }) => page.waitForLoadState('networkidle')));
  return pages;
}

interface Run extends Omit<ReportOptions, 'size'> {
  world: World;
  pages: readonly PointedPage[];
  thread: number;
}

/** Lets members act until the time is up, while each page's pointer rests on one part after another. */
async function pointDuringActions({ world, pages, thread, seed, durationMs, restMs }: Run): Promise<Report> {
  const report: Report = { actions: 0, points: 0, moves: [] };
  const end = Date.now() + durationMs;
  const isOver = () => Date.now() >= end;
  const visitors = new Visitors(world, thread);
  const names = Object.keys(actions).filter((name) => !structural.includes(name));
  const act = async () => {
    while (!isOver()) {
      const name = world.pick([...names, 'reply', 'reply', 'visit', 'visit']);
      if (rare.has(name) && world.pick([true, true, false])) continue;
      if (name === 'visit') await visitors.change();
      else if (name === 'reply' && world.pick([true, false])) await replyInThread(world, thread);
      else await actions[name]?.(world);
      world.things.threads.splice(5, world.things.threads.length - maxThreads);
      report.actions += 1;
    }
  };
  const point = async ({ name, page }: PointedPage, n: number) => {
    const random = createRandom(seed + n);
    while (!isOver()) {
      if (random() < 0.4) await scroll(page, (random() - 0.3) * 800);
      const part = await pointAtRandom(page, random);
      if (part === null) continue;
      await watchPointer(page);
      await sleep(Math.min(restMs * (0.5 + random()), Math.max(end - Date.now(), 0)));
      report.points += 1;
      report.moves.push(...(await listMoves(page)).map((move) => `${name}, at “${part}”: ${move}`));
    }
  };
  await Promise.all([act(), ...pages.map(point)]);
  visitors.leave();
  return report;
}

/** The thread itself is never deleted because nothing would remain to point at. */
async function replyInThread(world: World, thread: number): Promise<void> {
  const { site, things } = world;
  things.replies.push({ id: await site.createReply(thread, world.anyone, site.createName()), threadId: thread });
}

/** Scrolls with a script, which avoids the wheel's animation, and waits until open cards have followed. */
function scroll(page: Page, pixels: number): Promise<void> {
  return page.evaluate(async (by) => {
    window.scrollBy({ top: by, behavior: 'instant' });
    for (let n = 0; n < 2; n++) await new Promise(requestAnimationFrame);
  }, pixels);
}

/** Represents members who open the thread, write in it and leave. */
class Visitors {
  private socket: Socket | null = null;

  constructor(
    private readonly world: World,
    private readonly thread: number,
  ) {}

  async change(): Promise<void> {
    const { site, pick } = { site: this.world.site, pick: this.world.pick.bind(this.world) };
    this.leave();
    const { cookie } = pick([site.member, site.other, site.admin]);
    const socket = io(site.url, {
      transports: ['websocket'],
      extraHeaders: { origin: site.url, cookie },
      forceNew: true,
    });
    this.socket = socket;
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
    const topic = `thread:${this.thread}`;
    await socket.emitWithAck('join', [{ topic, position: `${site.services.historyId}.${await site.readHead()}` }]);
    if (pick([true, false])) socket.emit('writing', topic);
  }

  leave(): void {
    this.socket?.disconnect();
  }
}
