/** These are loaded only while someone is writing. */
export { MentionList } from './mention-list.js';
export { Preview } from './preview.js';
export { Toolbar } from './toolbar.js';
