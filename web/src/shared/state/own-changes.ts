import { createListeners } from '../../live/create-listeners.js';

/** Notifies listeners when the member's bookmarks or due reminders change, on this page or any other. */
export const bookmarkChanges = createListeners();

/** Notifies listeners when the member may have changed what they watch, ignore or mute on another page. */
export const preferenceChanges = createListeners();
