import './ui/theme.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/primitives.css';
import './ui/first-view.css';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { onSessionEnd, reconnect } from './live/connection.js';
import { fetchScreen, Routes } from './routes.js';
import { followSite } from './shared/state/follow-site.js';
import { forgetPreloaded } from './shared/api/preloaded-responses.js';
import { ChunkLoadError } from './shared/lazy.js';
import { followScheme } from './shared/browser/scheme.js';
import { loadSections } from './shared/state/sections.js';
import { loadSession, sessionEnded, onUserChange } from './shared/state/session.js';
import { storedKeys } from './shared/browser/storage.js';
import { whenReleased } from './shared/browser/when-released.js';

onSessionEnd(sessionEnded);

// Out of the browser's cache a page may come back whose person has left meanwhile.
addEventListener('pageshow', ({ persisted }) => persisted && void loadSession());

// Another person sees other places, and his connection must carry his cookie.
onUserChange(() => {
  forgetPreloaded();
  reconnect();
  void loadSections();
});

followScheme();
void loadSession();
void followSite();

// What was written offline before a reload is sent wherever the visit goes on.
if (storedKeys('outbox.').length > 0)
  void import('./features/thread/state/outbox.js').then((file) => file.resumeOutbox());

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const page = createRoot(root, {
  // A line that is down is no fault of the page; whatever else is caught is.
  onCaughtError: (error) => error instanceof ChunkLoadError || console.error(error),
});
const draw = () =>
  page.render(
    <StrictMode>
      <BrowserRouter>
        <Routes />
      </BrowserRouter>
    </StrictMode>,
  );
/** A line that is down: the page stands without it. */
const noop = () => {};
// The server's text stays until the screen is there; then, at once, with its effects and all answers that came along.
void fetchScreen(location.pathname)
  .then(() => whenReleased(root))
  .then(() => flushSync(draw))
  .then(() => import('./features/keyboard/preserve-focus.js').then((file) => file.preserveFocus(), noop));
