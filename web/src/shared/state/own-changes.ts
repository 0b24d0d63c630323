import { createListeners } from '../../live/create-listeners.js';

/** Notifies listeners when the member's bookmarks or due reminders change, on this page or any other. */
export const bookmarkChanges = createListeners();

/** Notifies listeners when what the member watches, ignores or has muted may have changed on another page. */
export const preferenceChanges = createListeners();
