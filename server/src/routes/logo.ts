import { Refusal } from '@guildhall/domain/refusals.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { operation, requireUser, type Call, type Operation } from '../http/operation.js';
import type { Result } from '../http/responses/result.js';
import type { Limits } from '../http/rate-limits.js';
import type { Vault } from '../vault/vault.js';
import type { Commands } from '../commands/commands.js';
import type { Responses } from '../http/responses/responses.js';
import type { Texts } from '../vault/texts.js';
import { encodePicture } from '../pictures/encode-picture.js';
import { pictureAddress } from '../pictures/picture-address.js';
import { reasonField } from '../staff/reason.js';
import { changeTheme } from './themes.js';

interface Dependencies {
  responses: Responses;
  vault: Vault;
  texts: Texts;
  commands: Commands;
  limits: Limits;
}

export function logoRoutes(services: Dependencies): Operation[] {
  return [
    operation({
      method: 'post',
      path: '/forums/logo',
      tag: 'Theme',
      summary: 'Show an uploaded picture as the logo of the site',
      upload: 'logo',
      uploadAction: 'edit-theme',
      response: writeResponse,
      run: (call) => upload(services, call),
    }),
    operation({
      method: 'delete',
      path: '/forums/logo',
      tag: 'Theme',
      summary: 'Show the name of the site as text again',
      body: z.object(reasonField),
      response: writeResponse,
      run: (call) => changeTheme(services, call, 'remove-logo', { type: 'ChangeLogo', logo: null }, 'Logo updated!'),
    }),
  ];
}

/** A replaced logo is kept: the history shows it, and it can be restored. */
async function upload(services: Dependencies, call: Call): Promise<Result> {
  const userId = requireUser(call);
  await services.limits.take('write', String(userId));
  if (!call.file) throw new Refusal('logo-missing', 'logo');
  const picture = await encodePicture(call.file, 'logo');
  await services.vault.putPicture({ ...picture, ownerId: null, createdAt: new Date().toISOString() });
  const command = { type: 'ChangeLogo', logo: pictureAddress(picture) } as const;
  return changeTheme(services, { ...call, body: {} }, 'change-logo', command, 'Logo updated!');
}
