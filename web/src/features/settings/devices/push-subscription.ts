export type PushSupport = 'unsupported' | NotificationPermission;

/** iOS supports it only for sites that were added to the Home Screen. */
export function readPushSupport(): PushSupport {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  return isSupported ? Notification.permission : 'unsupported';
}

/**
 * Asks for permission, so it must follow a press.
 * @param key the public key of the site
 * @returns null if the member does not give permission
 */
export async function subscribeToPush(key: string): Promise<PushSubscriptionJSON | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return (await pushManager.subscribe(options)).toJSON();
  } catch (error) {
    // A subscription with another key, from before the site was set up again, must end first.
    const former = await pushManager.getSubscription();
    if (!former) throw error;
    await former.unsubscribe();
    return (await pushManager.subscribe(options)).toJSON();
  }
}

export async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
