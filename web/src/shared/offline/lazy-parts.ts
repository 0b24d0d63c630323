export { offerNewBuilds } from './new-build.js';
export { findSaved, startSaving } from './saved-responses.js';
