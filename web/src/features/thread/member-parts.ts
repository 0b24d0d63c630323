/** Parts of a thread that only members need. */
export { ReplyForm } from './composer/reply-form.js';
export { ReaderList } from './readers/reader-list.js';
