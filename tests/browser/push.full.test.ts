import { AxeBuilder } from '@axe-core/playwright';
import type { NotificationsResponse } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { PushEndpoint } from '@guildhall/server/testing/deliveries/push-endpoint.js';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpCheckedBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser } from '../support/browser/browser.js';
import { phone } from '../support/browser/counting-user.js';
import { createThread, registerPerson, reply, type Person } from '../support/site/member.js';

const withWorker = { serviceWorkers: 'allow', permissions: ['notifications'] as string[] } as const;
const settings = '/settings/notifications';

describe.runIf(hasBrowser('notifications on devices'))('notifications on devices', () => {
  const site = setUpCheckedBrowserSite({ env: { PUSH_PRIVATE_ADDRESSES: 'on' } });
  const endpoint = new PushEndpoint();
  let anna: Person;
  let bram: Person;

  beforeAll(async () => {
    await endpoint.listen();
    anna = await registerPerson(site.server, 'Anna');
    bram = await registerPerson(site.server, 'Bram');
  });
  afterAll(() => endpoint.close());

  it.each([
    ['a desk', {}],
    ['a phone', phone.options],
  ])('a member adds %s, which then receives a reply, and removes it', async (name, size) => {
    const page = await openSettings(anna, size);
    await subscribeAs(page, endpoint.subscribe(name.replace(' ', '-')));
    await page.getByRole('button', { name: 'Notify me on this device' }).press('Enter');
    await page.getByText('(this device)').waitFor();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ help }) => help)).toEqual([]);
    const threadId = await createThread(bram, `A question from ${name}`, `@Anna, what do you think of ${name}?`);
    await expect
      .poll(() => endpoint.received.map(({ message }) => message.body), { timeout: 40_000 })
      .toContain(`@Anna, what do you think of ${name}?`);
    const push = endpoint.received.at(-1);
    expect(push?.message).toMatchObject({ title: `Bram mentioned you in “A question from ${name}”` });
    expect(push?.message.path).toMatch(new RegExp(`^/forums/thread/${threadId}`));
    await page.getByRole('button', { name: /^Remove / }).click();
    await page.getByRole('button', { name: 'Notify me on this device' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.body.dataset['unsubscribed'])).toBe('true');
  });

  it('explains to a member who blocks notifications how to allow them', async () => {
    const page = await site.open(settings, anna, { serviceWorkers: 'allow' });
    await page
      .getByText(/blocks notifications from this site|Notify me on this device/)
      .first()
      .waitFor();
    await page.evaluate(() => {
      Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
      Notification.requestPermission = () => Promise.resolve('denied');
    });
    await page.getByRole('button', { name: 'Notify me on this device' }).click();
    await page.getByText('This browser blocks notifications from this site.').waitFor();
  });

  it('a message replaces the last one about its thread, and pressing it opens the reply and marks it as read', async () => {
    await bram.perform('POST', '/profile/Anna/follow');
    const readNotificationRows = async () =>
      ((await anna.call('GET', '/notifications')).body as NotificationsResponse).notices.map(({ id, read }) => [
        id,
        read,
      ]);
    const [[id] = []] = await readNotificationRows();
    const page = await openSettings(anna);
    const deliver = await pushDelivery(page, site.server.url);
    const threadId = await createThread(bram, 'A long thread', 'It begins here.');
    const postId = await reply(bram, threadId, 'The reply to open');
    for (let n = 2; n <= 25; n++) await reply(bram, threadId, `Reply ${n}`);
    const path = `/forums/thread/${threadId}#post-${postId}`;
    const message = { title: 'First', body: '', path, tag: 'thread:1', icon: null, notifications: [id] };
    await deliver(message);
    await deliver({ ...message, title: 'Second' });
    await deliver({ ...message, title: 'Another', tag: 'other' });
    const listTitles = () => page.evaluate(async () => (await shownNotifications()).map(({ title }) => title).sort());
    await page.evaluate(() => {
      const readShownNotifications = async () => (await navigator.serviceWorker.ready).getNotifications();
      Object.assign(window, { shownNotifications: readShownNotifications });
    });
    await expect.poll(listTitles).toEqual(['Another', 'Second']);
    await press(page, 'Second');
    await page.waitForURL(`**${path}`);
    await page.waitForFunction(isInView, `post-${postId}`);
    await expect.poll(async () => (await readNotificationRows())[0]).toEqual([id, true]);
  });

  it('tells the server the new address of a device whose subscription the browser has replaced', async () => {
    const page = await openSettings(anna);
    const renewedDevice = endpoint.subscribe('renewed');
    const [worker] = page.context().serviceWorkers();
    await worker?.evaluate(`(() => {
      const event = new ExtendableEvent('pushsubscriptionchange');
      const newSubscription = { toJSON: () => (${JSON.stringify(renewedDevice)}) };
      self.dispatchEvent(Object.assign(event, { oldSubscription: null, newSubscription }));
    })()`);
    const threadId = await createThread(bram, 'A renewed question', '@Anna, does it still work?');
    await expect.poll(() => endpoint.received.map(({ path }) => path), { timeout: 40_000 }).toContain('/renewed');
    expect(endpoint.received.at(-1)?.message.path).toMatch(new RegExp(`^/forums/thread/${threadId}`));
  });

  async function openSettings(as: Person, options: object = {}): Promise<Page> {
    const page = await site.open(settings, as, { ...withWorker, ...options });
    const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller?.state);
    await expect.poll(isControlled).toBe('activated');
    return page;
  }
});

function isInView(id: string): boolean {
  const box = document.getElementById(id)?.getBoundingClientRect();
  return box !== undefined && box.top >= 0 && box.bottom <= innerHeight;
}

declare function shownNotifications(): Promise<Notification[]>;

/** Debian's Chromium has no push service, so it cannot create a subscription. */
async function subscribeAs(page: Page, subscription: object): Promise<void> {
  await page.evaluate((json) => {
    const created = {
      toJSON: () => json,
      unsubscribe: () => {
        document.body.dataset['unsubscribed'] = 'true';
        return Promise.resolve(true);
      },
    } as unknown as PushSubscription;
    let current: PushSubscription | null = null;
    PushManager.prototype.subscribe = () => Promise.resolve((current = created));
    PushManager.prototype.getSubscription = () => Promise.resolve(current);
  }, subscription);
}

/** @returns a function that delivers a message to the service worker as a push service does */
async function pushDelivery(page: Page, origin: string): Promise<(message: object) => Promise<void>> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [firstRegistration] = registrations;
      if (firstRegistration) resolve(firstRegistration.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registration;
  return async (message) => {
    const data = JSON.stringify(message);
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  };
}

/** Without a real press, the browser does not allow the worker to give a page the focus. */
async function press(page: Page, title: string): Promise<void> {
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(`(async () => {
    WindowClient.prototype.focus = async function () { return this; };
    const shown = await self.registration.getNotifications();
    const notification = shown.find(({ title }) => title === ${JSON.stringify(title)});
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  })()`);
}
