/** Stream `upload-<id>`. The picture's bytes are gone, and its owner cannot upload the same picture again. */
export type UploadEvent = { type: 'UploadRemoved.v1'; data: { uploadId: string; ownerId: number } };
