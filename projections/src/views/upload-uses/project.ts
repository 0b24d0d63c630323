import { createView, type Change } from '../../view.js';
import type { ViewDocument } from '../../view-store.js';
import type { PostDocument } from '../posts/document.js';
import type { ThreadDocument } from '../threads/document.js';

/** There is one document for each upload in each text, including uploads that only earlier versions contained. */
export interface UploadUseDocument extends ViewDocument {
  /** Has the form `<kind>:<text>:<upload>`. */
  id: string;
  upload: string;
  kind: 'thread' | 'post' | 'wallpost' | 'report';
  textId: number;
  /** Whether the text's newest version contains the upload. */
  current: boolean;
  /** The position of the edit that last added or removed the upload. */
  order: string;
}

type Uploads = readonly string[];

export const uploadUsesView = createView(
  { uploadUses: { indexes: [['upload', 'order']] } },
  {
    'ThreadCreated.v1': ({ data, position }) => listChanges('thread', data.threadId, position, data.uploads),
    'ThreadEdited.v1': ({ data, position }, get) => {
      const previousUploads = get<ThreadDocument>('threads', data.threadId)?.uploads;
      return listChanges('thread', data.threadId, position, data.uploads, previousUploads);
    },
    'ReplyPosted.v1': ({ data, position }) => listChanges('post', data.postId, position, data.uploads),
    'ReplyEdited.v1': ({ data, position }, get) => {
      const previousUploads = get<PostDocument>('posts', data.postId)?.uploads;
      return listChanges('post', data.postId, position, data.uploads, previousUploads);
    },
    'WallPosted.v1': ({ data, position }) => listChanges('wallpost', data.wallPostId, position, data.uploads),
    'ReportFiled.v1': ({ data, position }) => listChanges('report', data.reportId, position, data.uploads),
  },
);

function listChanges(
  kind: UploadUseDocument['kind'],
  textId: number,
  order: string,
  uploads: Uploads = [],
  previousUploads: Uploads = [],
): Change[] {
  const removedUploads = previousUploads.filter((upload) => !uploads.includes(upload));
  const change = (upload: string, current: boolean): Change => {
    const document = { id: `${kind}:${textId}:${upload}`, upload, kind, textId, current, order };
    return { collection: 'uploadUses', document };
  };
  return [...uploads.map((upload) => change(upload, true)), ...removedUploads.map((upload) => change(upload, false))];
}
