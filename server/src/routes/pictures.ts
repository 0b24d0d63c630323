import { usernamePattern } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { avatarResponse } from '@guildhall/domain/wire/schemas/members/members.js';
import { Router } from 'express';
import { toCommandContext, requireUser } from '../request/request-context.js';
import type { Call } from '../http/operation.js';
import type { Services } from '../services.js';
import { route, tagRoutes } from './operation.js';
import { limitPerMember } from '../http/operation-limits.js';
import type { Result } from '../http/responses/result.js';
import { sendFile } from '../http/responses/send-file.js';
import { encodePicture } from '../pictures/encode-picture.js';
import { identifyReader } from '../request/identify-reader.js';
import { parseId } from '../request/input.js';
import { drawInitialPicture } from '../pictures/initial-picture.js';
import { parsePictureHash, buildPictureAddress } from '../pictures/picture-address.js';

export const avatarRoutes = tagRoutes('Account', [
  route.post('/account/avatar', {
    scope: null,
    summary: 'Set an uploaded picture as your avatar',
    upload: 'avatar',
    response: avatarResponse,
    login: 'must-be-logged-in',
    limits: [limitPerMember('upload'), limitPerMember('write')],
    run: (call, services) => upload(services, call),
  }),
  route.delete('/account/avatar', {
    scope: null,
    summary: 'Remove your avatar; your initial is shown instead',
    response: avatarResponse,
    login: 'must-be-logged-in',
    limits: [limitPerMember('write')],
    run: async (call, services) => change(services, call, null),
  }),
]);

async function upload(services: Services, call: Call): Promise<Result> {
  const userId = requireUser(call);
  if (!call.file) throw new Refusal('picture-missing', 'avatar');
  const picture = await encodePicture(call.file, 'avatar');
  const file = await services.files.save(userId, picture.bytes, picture.contentType);
  return change(services, call, buildPictureAddress(file));
}

async function change(services: Services, call: Call, avatar: string | null): Promise<Result> {
  const userId = requireUser(call);
  const outcome = await services.vault.editAccount(userId, (account) =>
    avatar === account.avatar ? null : { avatar },
  );
  if (outcome === 'unchanged') return services.responses.respondToWrite({ position: null }, { avatar_url: avatar });
  if (outcome === 'missing') {
    // The member was erased in the meantime, so the new picture must be removed too.
    await services.files.eraseAccount(userId, false);
    throw new Refusal('must-be-logged-in');
  }
  const commandResult = await services.commands.account(
    { type: 'Change', userId },
    toCommandContext('change-avatar', call),
  );
  await services.directory.refresh([userId]);
  return services.responses.respondToWrite(commandResult, { avatar_url: avatar });
}

type FileServices = Pick<Services, 'files' | 'sessions' | 'apiKeys' | 'gameHeads'>;

export function createPictureRoutes(services: FileServices): Router {
  const { files, gameHeads } = services;
  const router = Router({ caseSensitive: true });
  router.get('/pictures/:name', async (req, res) => {
    const hash = parsePictureHash(`/pictures/${req.params.name}`);
    const requester = await identifyReader(services, req.headers);
    const picture = hash === null ? null : await files.findVisible('hash', hash, requester);
    if (!picture) throw new Refusal('not-found');
    // The picture must not be public because a shared cache would still show pictures of erased members.
    const head = { contentType: picture.contentType, cacheControl: 'private, max-age=31536000, immutable' };
    sendFile(req, res, head, Buffer.from(picture.bytes));
  });
  router.get('/heads/:id.webp', async (req, res) => {
    const picture = await gameHeads.read(parseId(req.params.id));
    if (!picture) throw new Refusal('not-found');
    sendFile(req, res, { contentType: 'image/webp', cacheControl: 'private, max-age=3600' }, Buffer.from(picture));
  });
  router.get('/avatars/:name.svg', (req, res) => {
    const { name } = req.params;
    if (!usernamePattern.test(name)) throw new Refusal('not-found');
    const head = { contentType: 'image/svg+xml; charset=utf-8', cacheControl: 'public, max-age=604800' };
    sendFile(req, res, head, Buffer.from(drawInitialPicture(name)));
  });
  return router;
}
