import { Router } from './shared/router.js';
import './ui/theme.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/primitives.css';
import './ui/controls.css';
import './ui/modifiers.css';
import './ui/first-view.css';
import { createRoot } from 'react-dom/client';
import { ignoreComposingKeys } from './shared/browser/ignore-composing-keys.js';
import { renderFirst } from './layout/first-draw.js';
import { onSessionEnd, reconnect } from './live/connection.js';
import { fetchScreen, Routes } from './routes.js';
import { followSite } from './shared/state/follow-site.js';
import { forgetPreloaded } from './shared/api/preloaded-responses.js';
import { recordUserChange, registerFind } from './shared/api/response-copies.js';
import { ChunkLoadError } from './shared/lazy.js';
import { followScheme } from './shared/browser/scheme.js';
import { loadSections } from './shared/state/sections.js';
import { isOfAnotherPerson, loadSession, endSession, onUserChange } from './shared/state/session.js';
import { keepPointerStill } from './shared/browser/still-pointer.js';
import { preserveFocus } from './shared/browser/preserve-focus.js';
import { listStoredKeys } from './shared/browser/storage.js';

onSessionEnd(endSession);

// A page from the back-forward cache may belong to a member who has since logged out.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  if (!isOfAnotherPerson()) return void loadSession();
  document.documentElement.hidden = true;
  location.reload();
});

// Other members may view other places, and the connection must use their cookie.
onUserChange(() => {
  forgetPreloaded();
  recordUserChange();
  reconnect();
  void loadSections();
});

followScheme();
ignoreComposingKeys();
keepPointerStill();
void loadSession();
// This runs in a separate task because startup alone keeps a slow phone busy.
setTimeout(followSite);

// Replies that were written offline before a reload are sent, whichever page opens next.
if (listStoredKeys('outbox.').length > 0)
  void import('./features/thread/member-parts.js').then((file) => file.resumeOutbox());

const loadOfflineParts = () => import('./shared/offline/lazy-parts.js');
registerFind((path) =>
  loadOfflineParts().then(
    ({ findSaved }) => findSaved(path),
    () => null,
  ),
);
// Safari has no `requestIdleCallback`.
const whenIdle = globalThis.requestIdleCallback ?? setTimeout;

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const page = createRoot(root, {
  // A failed download is not a bug in the page, but every other caught error is.
  onCaughtError: (error) => error instanceof ChunkLoadError || console.error(error),
});
const pages = (
  <Router>
    <Routes />
  </Router>
);
// The server-rendered content stays until the screen's code is loaded. It is then replaced in a single step, with
// effects and preloaded responses.
void fetchScreen(location.pathname)
  .then(() => renderFirst(page, root, pages))
  .then(preserveFocus)
  .then(() => import.meta.env.PROD && whenIdle(startWorker));

function startWorker(): void {
  const { serviceWorker: worker } = navigator;
  // The code comes from the worker's files, so it does not slow down the first visit.
  const start = () =>
    void loadOfflineParts().then(({ startSaving, offerNewBuilds }) => {
      startSaving();
      return offerNewBuilds(worker);
    });
  if (worker?.controller) start();
  else worker?.addEventListener('controllerchange', start, { once: true });
  void worker?.register('/service-worker.js').catch(() => {});
}
