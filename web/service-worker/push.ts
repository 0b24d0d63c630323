import type { PushMessage } from '@guildhall/domain/wire/push-message.js';
import type { DevicesResponse } from '@guildhall/domain/wire/schemas/members/devices.js';

const devicesPath = '/api/notifications/devices';

/** Some browsers set neither field. */
interface SubscriptionChange extends Event {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}

/** Shows push messages as notifications, and opens the linked page when one is clicked. */
export function handlePushes(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => {
    const message = event.data?.json() as PushMessage | undefined;
    if (message) event.waitUntil(show(worker, message));
  });
  worker.addEventListener('notificationclick', (event) => {
    const { notification } = event;
    notification.close();
    const { path, notifications } = notification.data as PushMessage;
    event.waitUntil(Promise.all([open(worker, path), markAsRead(notifications)]));
  });
  // The browser replaced its subscription, and the server knows only the old one.
  worker.addEventListener('pushsubscriptionchange', (event) => {
    (event as ExtendableEvent).waitUntil(renew(worker, event));
  });
}

function show({ registration }: ServiceWorkerGlobalScope, message: PushMessage): Promise<void> {
  const { title, body, tag, icon } = message;
  const options = { body, tag, renotify: true, data: message, ...(icon !== null && { icon }) };
  return registration.showNotification(title, options);
}

async function open({ clients }: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const windows = await clients.matchAll({ type: 'window' });
  const page = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
  // `navigate` works only on pages that this worker controls.
  const openedWindow = page ? page.focus().then(() => page.navigate(path)) : clients.openWindow(path);
  await openedWindow.catch(() => clients.openWindow(path));
}

async function markAsRead(ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await send('PUT', '/api/notifications/read', { ids });
}

async function renew(
  { registration }: ServiceWorkerGlobalScope,
  { oldSubscription, newSubscription }: SubscriptionChange,
): Promise<void> {
  const subscribe = async () => {
    const applicationServerKey = oldSubscription?.options.applicationServerKey ?? (await fetchKey());
    return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  };
  const { endpoint, keys } = (newSubscription ?? (await subscribe())).toJSON();
  await send('POST', devicesPath, { endpoint, keys });
}

async function fetchKey(): Promise<string> {
  const response = await fetch(devicesPath);
  if (!response.ok) throw new Error(`The server responded ${response.status}`);
  return ((await response.json()) as DevicesResponse).key;
}

async function send(method: string, path: string, body: object): Promise<void> {
  await fetch(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}
