import { z } from 'zod';
import { count, id, name, time } from '../fields.js';

const uploadId = z.string().regex(/^[0-9a-f]{32}$/);

/** `bytes` is the size of the full picture. */
const picture = {
  id: uploadId,
  url: name,
  thumb_url: name,
  width: id,
  height: id,
  bytes: count,
};

export const uploadResponse = z.strictObject({ success: z.literal(true), ...picture }).meta({ id: 'Uploaded' });
export type UploadResponse = z.infer<typeof uploadResponse>;

export const uploadTextKinds = ['thread', 'post', 'wallpost', 'report'] as const;

export const uploadRow = z
  .strictObject({
    ...picture,
    animated: z.boolean(),
    created_at: time,
    /** Includes texts of which only an earlier version shows the picture. */
    uses: z.array(z.strictObject({ kind: z.enum(uploadTextKinds), id })),
  })
  .meta({ id: 'Upload' });
export type UploadRow = z.infer<typeof uploadRow>;

/** The space includes thumbnails. */
export const uploadsResponse = z.strictObject({
  used_bytes: count,
  allowed_bytes: count,
  uploads: z.array(uploadRow),
});
export type UploadsResponse = z.infer<typeof uploadsResponse>;
