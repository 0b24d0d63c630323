import { Refusal } from '@guildhall/domain/refusals.js';
import { isUploadId, thumbnailAddress, uploadAddress, uploadInAddress } from '@guildhall/domain/uploads.js';
import {
  uploadResponse,
  uploadsResponse,
  type UploadResponse,
  type UploadRow,
  type UploadsResponse,
} from '@guildhall/domain/wire/schemas/members/uploads.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { Router } from 'express';
import { countedInside, perMember } from '../http/operation-limits.js';
import { listQuery, matching, positiveIntUpTo, queryPage } from '../request/paging.js';
import { uploadPoints } from '../request/rate-limits.js';
import { requireUser } from '../request/request-context.js';
import type { Services } from '../services.js';
import type { OwnedFile, Upload } from '../vault/files.js';
import { route, tagged } from './operation.js';

const page = listQuery.extend({
  limit: positiveIntUpTo(100).default(50),
  cursor: matching(/^[\d:.TZ-]{24} [0-9a-f]{32}$/),
});

export const uploadRoutes = tagged('Forums', [
  route.post('/uploads', {
    summary: 'Upload a picture to show in texts; uploading it again returns the same picture',
    upload: 'file',
    response: uploadResponse,
    status: 201,
    login: 'must-be-logged-in',
    keyless: true,
    limits: [countedInside('text-picture'), perMember('write')],
    /** The limits are counted here because the file is read after this. */
    authorize: async (caller, { limits, site, uploads }) => {
      const { uploadsPerMinute } = site.settings;
      if (!uploads.mayUpload(caller.actor) || uploadsPerMinute === 0) throw new Refusal('forbidden');
      await limits.take('text-picture', String(requireUser(caller)), Math.floor(uploadPoints / uploadsPerMinute));
    },
    run: async (call, { uploads }) => {
      if (!call.file) throw new Refusal('picture-missing', 'file');
      const file = await uploads.add(requireUser(call), call.file);
      return { body: { success: true, ...pictureFields(file) } satisfies UploadResponse };
    },
  }),
  route.get('/uploads', {
    summary: "The caller's pictures for texts, newest first, and the space that they take up",
    query: page,
    response: uploadsResponse,
    login: 'must-be-logged-in',
    run: async (call, services) => {
      const userId = requireUser(call);
      const { position } = await services.responses.begin(call);
      const { page, cursor } = await queryPage(call.query, (before, count) =>
        services.vault.picturesBefore(userId, before, count),
      );
      const { used, allowed } = await services.uploads.space(userId);
      const body: UploadsResponse = { used_bytes: used, allowed_bytes: allowed, uploads: page.map(rowOf) };
      return { cache: 'no-cache', position, cursor, body };
    },
  }),
  route.delete('/uploads/:id', {
    summary: 'Remove a picture that no text shows',
    response: writeResponse,
    login: 'must-be-logged-in',
    keyless: true,
    limits: [perMember('write')],
    run: async (call, { uploads }) => {
      const { id = '' } = call.params;
      if (!isUploadId(id)) throw new Refusal('not-found');
      await uploads.remove(requireUser(call), id);
      return { body: { success: true } };
    },
  }),
]);

function pictureFields({ id, picture }: OwnedFile) {
  const { width = 1, height = 1, bytes = 0 } = picture ?? {};
  return { id, url: uploadAddress(id), thumb_url: thumbnailAddress(id), width, height, bytes };
}

function rowOf(file: Upload): UploadRow {
  return { ...pictureFields(file), animated: file.picture.animated, created_at: file.order.slice(0, 24), uses: [] };
}

export function uploadFiles({ files, sessions }: Pick<Services, 'files' | 'sessions'>): Router {
  const router = Router({ caseSensitive: true });
  router.get('/uploads/:name', async (req, res) => {
    const address = uploadInAddress(`/uploads/${req.params.name}`);
    const requester = await sessions.requester(req.headers.cookie);
    const file = address && (await files.visiblePicture(address.id, requester));
    if (!file) throw new Refusal('not-found');
    res.set({
      'content-type': file.contentType,
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      etag: `"${file.id}"`,
    });
    if (req.fresh) return void res.status(304).end();
    const bytes = await files.read(file, address.isThumbnail ? 'small' : 'full');
    if (!bytes) throw new Refusal('not-found');
    res.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  });
  return router;
}
