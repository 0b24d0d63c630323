/**
 * The only event type in the `upload-<id>` stream. The picture's bytes are deleted, posts show its alt text, and its
 * owner cannot reupload it.
 */
export type UploadEvent = { type: 'UploadRemoved.v1'; data: { uploadId: string; ownerId: number } };
