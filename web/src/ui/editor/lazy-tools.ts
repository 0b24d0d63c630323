/** Loaded only while someone is writing. */
export { Preview } from './preview.js';
export { Toolbar } from './toolbar/toolbar.js';
export { WritingAids } from './writing/writing-aids.js';
