import { createListeners } from '../../live/create-listeners.js';

/** Notifies of changes to the member's bookmarks and of due reminders, from this page or any other. */
export const bookmarkChanges = createListeners();
