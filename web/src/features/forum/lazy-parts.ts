export { KeysDialog } from './latest/keys-dialog.js';
export { DeletedThreads } from './moderation/deleted-threads.js';
export { RowTick } from './moderation/row-tick.js';
export { SelectionBar } from './moderation/selection-bar.js';
