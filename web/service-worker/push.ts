import type { PushMessage } from '@guildhall/domain/wire/push-message.js';

/** Shows what is pushed to this browser, and opens it when it is pressed. */
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
    const { oldSubscription } = event as Event & { oldSubscription?: PushSubscription };
    (event as ExtendableEvent).waitUntil(renew(worker, oldSubscription));
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
  // Only the pages that this worker controls can be sent to another address.
  const opened = page ? page.focus().then(() => page.navigate(path)) : clients.openWindow(path);
  await opened.catch(() => clients.openWindow(path));
}

async function markAsRead(ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await send('PUT', '/api/notifications/read', { ids });
}

async function renew({ registration }: ServiceWorkerGlobalScope, old: PushSubscription | undefined): Promise<void> {
  const key = old?.options.applicationServerKey;
  if (!key) return;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const { endpoint, keys } = (await registration.pushManager.subscribe(options)).toJSON();
  await send('POST', '/api/notifications/devices', { endpoint, keys });
}

async function send(method: string, path: string, body: object): Promise<void> {
  await fetch(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}
