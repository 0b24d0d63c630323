/** Loaded separately because readers of a thread rarely need these dialogs, menus and forms. */
export { EditForm } from './composer/edit-form.js';
export { ThreadEditForm } from './composer/thread-edit-form.js';
export { HistoryDialog } from './history/history-dialog.js';
export { LostTexts, ThreadGone } from './lost-texts.js';
export { ReplyMenu, ThreadMenu } from './moderation/manage-menus.js';
export { JumpDialog, JumpForm } from './position/jump-form.js';
export { ReactionPicker } from './reactions/reaction-picker.js';
export { PostDialog } from './posts/post-dialog.js';
