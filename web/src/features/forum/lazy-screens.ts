/** One chunk, because people who open one of these pages are likely to open the others. */
export { ForumsPage } from './forums-page.js';
export { LatestPage } from './latest/latest-page.js';
export { PlacePage } from './place-page.js';
