import { Refusal } from '@guildhall/domain/refusals.js';
import {
  isUploadId,
  buildThumbnailAddress,
  buildUploadAddress,
  parseUploadAddress,
} from '@guildhall/domain/uploads.js';
import {
  siteUploadsResponse,
  uploadId,
  uploadResponse,
  uploadsResponse,
  type SiteUploadsResponse,
  type UploadResponse,
  type UploadRow,
  type UploadsResponse,
} from '@guildhall/domain/wire/schemas/members/uploads.js';
import { findPostsByIds } from '@guildhall/projections/views/posts/queries.js';
import type { UploadUseDocument } from '@guildhall/projections/views/upload-uses/project.js';
import { findUploadUses } from '@guildhall/projections/views/upload-uses/queries.js';
import { findWallPostsByIds } from '@guildhall/projections/views/wallposts/queries.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { Router } from 'express';
import { countInHandler, limitPerMember } from '../http/operation-limits.js';
import { sendInSlot } from '../http/picture-sending.js';
import { beginFile, sendBytes } from '../http/responses/send-file.js';
import { identifyReader } from '../request/identify-reader.js';
import { listQuery, createStringSchema, createPositiveIntSchema, queryPage } from '../request/paging.js';
import { uploadPoints } from '../request/rate-limits.js';
import { requireUser, toCommandContext } from '../request/request-context.js';
import { reasonBody } from '../staff/reason.js';
import type { Call } from '../http/operation.js';
import { runWithReason } from './run-with-reason.js';
import type { Services } from '../services.js';
import type { OwnedFile, Upload } from '../vault/files.js';
import { route, tagRoutes } from './operation.js';

const page = listQuery.extend({
  limit: createPositiveIntSchema(100).default(50),
  cursor: createStringSchema(/^[\d:.TZ-]{24} [0-9a-f]{32}$/),
});

export const uploadRoutes = tagRoutes('Forums', [
  route.post('/uploads', {
    scope: 'write:forum',
    summary: 'Upload a picture for posts and reports; uploading it again returns the same picture',
    upload: 'file',
    response: uploadResponse,
    status: 201,
    login: 'must-be-logged-in',
    limits: [countInHandler('text-picture'), limitPerMember('write')],
    /** Takes the upload from the limit here, before the file is read. */
    authorize: async (caller, { limits, site, uploads }) => {
      const { uploadsPerMinute } = site.settings;
      if (!uploads.mayUpload(caller.actor) || uploadsPerMinute === 0) throw new Refusal('forbidden');
      await limits.take('text-picture', String(requireUser(caller)), Math.floor(uploadPoints / uploadsPerMinute));
    },
    run: async (call, { uploads }) => {
      if (!call.file) throw new Refusal('picture-missing', 'file');
      const file = await uploads.add(requireUser(call), call.file, toCommandContext('upload', call).commandId);
      return { body: { success: true, ...toPictureFields(file) } satisfies UploadResponse };
    },
  }),
  route.get('/uploads', {
    scope: 'read',
    summary: "The caller's uploaded pictures, newest first, and the space that they take up",
    query: page,
    response: uploadsResponse,
    login: 'must-be-logged-in',
    run: async (call, services) => {
      const userId = requireUser(call);
      const { position } = await services.responses.begin(call);
      const { page, cursor } = await queryPage(call.query, (beforeOrder, count) =>
        services.vault.findPicturesBefore(userId, beforeOrder, count),
      );
      const { usedBytes, allowedBytes } = await services.uploads.measureSpace(userId);
      const uploads = await buildRows(services, page);
      const body: UploadsResponse = { used_bytes: usedBytes, allowed_bytes: allowedBytes, uploads };
      return { cache: 'no-cache', position, cursor, body };
    },
  }),
  route.delete('/uploads/:id', {
    scope: 'write:forum',
    summary: 'Remove a picture that is not in use, not even in an earlier version',
    pathId: uploadId,
    response: writeResponse,
    login: 'must-be-logged-in',
    keyless: true,
    limits: [limitPerMember('write')],
    run: async (call, { uploads }) => {
      await uploads.remove(requireUser(call), parseUploadId(call));
      return { body: { success: true } };
    },
  }),
]);

const maxTopMembers = 10;
/** Lists a picture's newest uses. */
const maxListedUses = 20;

export const siteUploadRoutes = tagRoutes('Admin', [
  route.get('/admin/uploads', {
    scope: 'read',
    summary: "The space that members' pictures take up, the members who use the most, and all pictures, newest first",
    query: page,
    response: siteUploadsResponse,
    actions: ['manage-uploads'],
    run: async (call, { directory, uploads, vault }) => {
      const { page, cursor } = await queryPage(call.query, (beforeOrder, count) =>
        vault.findPicturesBefore(null, beforeOrder, count),
      );
      const { usedBytes, allowedBytes, spaces } = await uploads.measureSiteSpace();
      const topSpaces = spaces.slice(0, maxTopMembers);
      await directory.ensure([...topSpaces, ...page].map(({ ownerId }) => ownerId));
      const body: SiteUploadsResponse = {
        used_bytes: usedBytes,
        allowed_bytes: allowedBytes,
        top_members: topSpaces.map(({ ownerId, bytes }) => ({ ...directory.getAuthor(ownerId), bytes })),
        uploads: page.map((file) => ({ ...toFileFields(file), ...directory.getAuthor(file.ownerId) })),
      };
      return { cache: 'no-store', cursor, body };
    },
  }),
  route.delete('/admin/uploads/:id', {
    scope: 'write:moderation',
    summary: "Permanently remove a member's picture, even if it is in use",
    pathId: uploadId,
    body: reasonBody,
    response: writeResponse,
    actions: ['manage-uploads'],
    limits: [limitPerMember('staff')],
    run: async (call, services) => {
      const id = parseUploadId(call);
      const ownerId = await services.uploads.findOwner(id);
      const name = `remove-upload ${id}`;
      return runWithReason(services, call, { name, authorId: ownerId }, async (context) => {
        const command = { type: 'RemoveUpload', uploadId: id, ownerId } as const;
        const commandResult = await services.commands.upload(command, call.actor, context);
        await services.uploads.completeRemoval(id);
        return commandResult;
      });
    },
  }),
]);

function parseUploadId({ params: { id = '' } }: Pick<Call, 'params'>): string {
  if (!isUploadId(id)) throw new Refusal('not-found');
  return id;
}

async function buildRows(
  { views, directory }: Pick<Services, 'views' | 'directory'>,
  files: readonly Upload[],
): Promise<UploadRow[]> {
  const usesByFile = await Promise.all(files.map(({ id }) => findUploadUses(views.store, id, null, maxListedUses)));
  const uses = usesByFile.flat();
  const listIds = (kind: UploadUseDocument['kind']) => uses.flatMap((use) => (use.kind === kind ? use.textId : []));
  const posts = new Map((await findPostsByIds(views.store, listIds('post'))).map((post) => [post.id, post]));
  const wallPosts = await findWallPostsByIds(views.store, listIds('wallpost'));
  const wallOwners = new Map(wallPosts.map(({ id, ownerId }) => [id, ownerId]));
  await directory.ensure([...wallOwners.values()]);
  const toUse = ({ kind, textId }: UploadUseDocument) => ({
    kind,
    id: textId,
    thread_id: kind === 'thread' ? textId : kind === 'post' ? (posts.get(textId)?.threadId ?? null) : null,
    wall_of: kind === 'wallpost' ? directory.getName(wallOwners.get(textId) ?? 0) : null,
  });
  return files.map((file, index) => ({ ...toFileFields(file), uses: (usesByFile[index] ?? []).map(toUse) }));
}

function toPictureFields({ id, picture }: OwnedFile) {
  const { width = 1, height = 1, bytes = 0 } = picture ?? {};
  return { id, url: buildUploadAddress(id), thumb_url: buildThumbnailAddress(id), width, height, bytes };
}

function toFileFields(file: Upload) {
  return { ...toPictureFields(file), animated: file.picture.animated, created_at: file.order.slice(0, 24) };
}

export function createUploadRoutes(services: Pick<Services, 'files' | 'sessions' | 'apiKeys'>): Router {
  const { files } = services;
  const router = Router({ caseSensitive: true });
  router.get('/uploads/:name', async (req, res) => {
    const address = parseUploadAddress(`/uploads/${req.params.name}`);
    const requester = await identifyReader(services, req.headers);
    const file = address && (await files.findVisiblePicture(address.id, requester));
    if (!file) throw new Refusal('not-found');
    const { contentType, id } = file;
    const head = { contentType, cacheControl: 'private, max-age=31536000, immutable', etag: `"${id}"` };
    if (!beginFile(req, res, head)) return;
    const fullBytes = file.picture?.bytes ?? 0;
    const readBytes = address.size === 'full' ? fullBytes : (file.storedBytes ?? 0) - fullBytes;
    await sendInSlot({ req, res, bytes: readBytes }, async () => {
      const bytes = await files.read(file, address.size);
      if (!bytes) throw new Refusal('not-found');
      sendBytes(req, res, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    });
  });
  return router;
}
