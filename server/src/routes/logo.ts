import { Refusal } from '@guildhall/domain/refusals.js';
import { z } from 'zod';
import { writeAnswer } from '../answers/write.js';
import { operation, requireUser, type Call, type Operation } from '../http/operation.js';
import type { Result } from '../http/result.js';
import type { Services } from '../services.js';
import { encodePicture } from '../pictures/encode-picture.js';
import { pictureAddress } from '../pictures/picture-address.js';
import { reasonField } from '../staff/reason.js';
import { changeTheme } from './themes.js';

export function logoRoutes(parts: Services): Operation[] {
  return [
    operation({
      method: 'post',
      path: '/forums/logo',
      tag: 'Theme',
      summary: 'Show an uploaded picture as the logo of the site',
      upload: 'logo',
      uploadAct: 'edit-theme',
      answer: writeAnswer,
      run: (call) => upload(parts, call),
    }),
    operation({
      method: 'delete',
      path: '/forums/logo',
      tag: 'Theme',
      summary: 'Show the name of the site in letters again',
      body: z.object(reasonField),
      answer: writeAnswer,
      run: (call) => changeTheme(parts, call, 'remove-logo', { type: 'ChangeLogo', logo: null }, 'Logo updated!'),
    }),
  ];
}

/** A logo that is replaced is kept: the history shows it, and it can come back. */
async function upload(parts: Services, call: Call): Promise<Result> {
  const userId = requireUser(call);
  await parts.limits.take('write', String(userId));
  if (!call.file) throw new Refusal('logo-missing', 'logo');
  const picture = await encodePicture(call.file, 'logo');
  await parts.vault.putPicture({ ...picture, ownerId: null, createdAt: new Date().toISOString() });
  const command = { type: 'ChangeLogo', logo: pictureAddress(picture) } as const;
  return changeTheme(parts, { ...call, body: {} }, 'change-logo', command, 'Logo updated!');
}
