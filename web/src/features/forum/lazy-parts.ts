export { KeysDialog } from './latest/keys-dialog.js';
export { DeletedThreads } from './moderation/deleted-threads.js';
export { SelectionBar } from './moderation/selection-bar.js';
