/** Readers who open one of these pages are likely to open the others, so they share a chunk. */
export { ForumsPage } from './forums-page.js';
export { LatestPage } from './latest/latest-page.js';
export { PlacePage } from './place-page.js';
