import { createListeners } from '../../live/create-listeners.js';

/** Reports changes to the member's bookmarks and due reminders, from this page or any other. */
export const bookmarkChanges = createListeners();
