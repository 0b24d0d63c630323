/** Loaded separately because only members need these parts of a thread. */
export { ReplyForm } from './composer/reply-form.js';
export { DeletedStub } from './posts/deleted-stub.js';
export { PendingPost } from './posts/pending-post.js';
export { ReaderList } from './readers/reader-list.js';
export { resumeOutbox } from './state/outbox.js';
