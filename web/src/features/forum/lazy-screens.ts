/** Pages of one file: whoever opens one of them is likely to open the others. */
export { ForumsPage } from './forums-page.js';
export { LatestPage } from './latest/latest-page.js';
export { PlacePage } from './place-page.js';
