/** Stream `upload-<id>`. The picture's bytes are gone, texts show its description, and its owner cannot upload it again. */
export type UploadEvent = { type: 'UploadRemoved.v1'; data: { uploadId: string; ownerId: number } };
