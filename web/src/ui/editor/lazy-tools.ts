/** These are loaded only while someone is writing. */
export { PictureStrip } from '../pictures/picture-strip.js';
export { Preview } from './preview.js';
export { Toolbar } from './toolbar/toolbar.js';
export { WritingAids } from './writing/writing-aids.js';
