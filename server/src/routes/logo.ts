import { Refusal } from '@guildhall/domain/refusals.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { operation, type Call, type Operation } from '../http/operation.js';
import { perMember } from '../http/operation-limits.js';
import type { Result } from '../http/responses/result.js';
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
}

export function logoRoutes(services: Dependencies): Operation[] {
  return [
    operation({
      method: 'post',
      path: '/forums/logo',
      tag: 'Theme',
      summary: 'Show an uploaded picture as the logo of the site',
      upload: 'logo',
      response: writeResponse,
      actions: ['edit-theme'],
      limits: [perMember('upload'), perMember('write')],
      run: (call) => upload(services, call),
    }),
    operation({
      method: 'delete',
      path: '/forums/logo',
      tag: 'Theme',
      summary: 'Show the name of the site as text again',
      body: z.object(reasonField),
      response: writeResponse,
      actions: ['edit-theme'],
      limits: [perMember('staff')],
      run: (call) => changeTheme(services, call, 'remove-logo', { type: 'ChangeLogo', logo: null }, 'Logo updated!'),
    }),
    operation({
      method: 'post',
      path: '/forums/logo/light',
      tag: 'Theme',
      summary: 'Show an uploaded picture in place of the logo on light grounds',
      upload: 'logo',
      response: writeResponse,
      actions: ['edit-theme'],
      limits: [perMember('upload'), perMember('write')],
      run: (call) => upload(services, call, 'light'),
    }),
    operation({
      method: 'delete',
      path: '/forums/logo/light',
      tag: 'Theme',
      summary: 'Show the logo on light grounds too',
      body: z.object(reasonField),
      response: writeResponse,
      actions: ['edit-theme'],
      limits: [perMember('staff')],
      run: (call) =>
        changeTheme(
          services,
          call,
          'remove-light-logo',
          { type: 'ChangeLogo', logo: null, ground: 'light' },
          'Logo updated!',
        ),
    }),
  ];
}

/** A replaced logo is kept: the history shows it, and it can be restored. */
async function upload(services: Dependencies, call: Call, ground?: 'light'): Promise<Result> {
  if (!call.file) throw new Refusal('logo-missing', 'logo');
  const picture = await encodePicture(call.file, 'logo');
  await services.vault.putPicture({ ...picture, ownerId: null, createdAt: new Date().toISOString() });
  const command = { type: 'ChangeLogo', logo: pictureAddress(picture), ...(ground && { ground }) } as const;
  return changeTheme(
    services,
    { ...call, body: {} },
    ground ? 'change-light-logo' : 'change-logo',
    command,
    'Logo updated!',
  );
}
