import { Router } from './shared/router.js';
import './ui/theme.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/primitives.css';
import './ui/modifiers.css';
import './ui/first-view.css';
import { createRoot } from 'react-dom/client';
import { ignoreComposingKeys } from './shared/browser/ignore-composing-keys.js';
import { firstDraw } from './layout/first-draw.js';
import { onSessionEnd, reconnect } from './live/connection.js';
import { fetchScreen, Routes } from './routes.js';
import { followSite } from './shared/state/follow-site.js';
import { forgetPreloaded } from './shared/api/preloaded-responses.js';
import { ChunkLoadError } from './shared/lazy.js';
import { followScheme } from './shared/browser/scheme.js';
import { loadSections } from './shared/state/sections.js';
import { isOfAnotherPerson, loadSession, sessionEnded, onUserChange } from './shared/state/session.js';
import { preserveFocus } from './shared/browser/preserve-focus.js';
import { storedKeys } from './shared/browser/storage.js';

onSessionEnd(sessionEnded);

// A page from the browser's cache may belong to a person who has logged out in the meantime.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  if (!isOfAnotherPerson()) return void loadSession();
  document.documentElement.hidden = true;
  location.reload();
});

// Another person sees other places, and their connection must carry their cookie.
onUserChange(() => {
  forgetPreloaded();
  reconnect();
  void loadSections();
});

followScheme();
ignoreComposingKeys();
void loadSession();
// In a task of its own, as it opens the connection: a slow phone is busy with the start long enough.
setTimeout(() => void followSite());

// Replies written offline before a reload are sent on whichever page the visit continues.
if (storedKeys('outbox.').length > 0)
  void import('./features/thread/state/outbox.js').then((file) => file.resumeOutbox());

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const page = createRoot(root, {
  // A failed connection is not an error of the page; anything else that is caught is.
  onCaughtError: (error) => error instanceof ChunkLoadError || console.error(error),
});
const pages = (
  <Router>
    <Routes />
  </Router>
);
// The server's text stays until the screen is loaded; then it is replaced in one step, with the screen's effects and
// all preloaded responses.
void fetchScreen(location.pathname)
  .then(() => firstDraw(page, root, pages))
  .then(preserveFocus);
