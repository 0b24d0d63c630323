import { z } from 'zod';
import { author, count, id, name, time } from '../fields.js';

export const uploadId = z.string().regex(/^[0-9a-f]{32}$/);

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

const uploadTextKinds = ['thread', 'post', 'wallpost', 'report'] as const;

/** `thread_id` is set for threads and replies, `wall_of` for wall posts. */
const uploadUse = z
  .strictObject({ kind: z.enum(uploadTextKinds), id, thread_id: id.nullable(), wall_of: name.nullable() })
  .meta({ id: 'UploadUse' });
export type UploadUse = z.infer<typeof uploadUse>;

export const uploadRow = z
  .strictObject({
    ...picture,
    animated: z.boolean(),
    created_at: time,
    /** Newest first. Includes posts that show the picture only in an earlier version. */
    uses: z.array(uploadUse),
  })
  .meta({ id: 'Upload' });
export type UploadRow = z.infer<typeof uploadRow>;

/** `used_bytes` includes the smaller sizes. */
export const uploadsResponse = z.strictObject({
  used_bytes: count,
  allowed_bytes: count,
  uploads: z.array(uploadRow),
});
export type UploadsResponse = z.infer<typeof uploadsResponse>;

export const siteUploadRow = uploadRow.omit({ uses: true }).extend(author).meta({ id: 'SiteUpload' });
export type SiteUploadRow = z.infer<typeof siteUploadRow>;

export const siteUploadsResponse = z.strictObject({
  used_bytes: count,
  allowed_bytes: count,
  /** At most ten members: those whose pictures take up the most space. */
  top_members: z.array(z.strictObject({ ...author, bytes: count })),
  uploads: z.array(siteUploadRow),
});
export type SiteUploadsResponse = z.infer<typeof siteUploadsResponse>;
