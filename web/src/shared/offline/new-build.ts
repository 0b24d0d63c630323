import { onConnect } from '../../live/connection.js';
import { texts } from '../texts.js';
import { showToast } from '../toast.js';

/** Returns the page's entry script, which the service worker uses to identify the build. */
const findEntryScript = (): string | undefined => {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script ? new URL(script.src).pathname : undefined;
};

/** Offers to reload the page when the server has a newer build. Ignoring the offer changes nothing. */
export async function offerNewBuilds(worker: ServiceWorkerContainer): Promise<void> {
  const registration = await worker.ready;
  registration.active?.postMessage({ type: 'fill' });
  const offer = () => registration.waiting?.postMessage({ type: 'offer', entry: findEntryScript() });
  const reload = () => {
    if (!registration.waiting) return location.reload();
    worker.addEventListener('controllerchange', () => location.reload(), { once: true });
    registration.waiting.postMessage({ type: 'activate' });
  };
  worker.addEventListener('message', ({ data }: MessageEvent<{ type?: string } | null>) => {
    if (data?.type === 'new-build') showToast(texts.newBuild, { name: texts.broken.again, run: reload }, true);
  });
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offer);
  });
  offer();
  // A new build restarts the server, so every page reconnects.
  onConnect(() => void registration.update().catch(() => {}));
}
