import { Refusal } from '@guildhall/domain/refusals.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import type { Call } from '../http/operation.js';
import type { Services } from '../services.js';
import { route, tagged } from './operation.js';
import { perMember } from '../http/operation-limits.js';
import type { Result } from '../http/responses/result.js';
import { encodePicture } from '../pictures/encode-picture.js';
import { pictureAddress } from '../pictures/picture-address.js';
import { reasonBody } from '../staff/reason.js';
import { changeTheme } from './themes.js';

const write = { response: writeResponse, actions: ['edit-theme'], limits: [perMember('staff')] } as const;

export const logoRoutes = tagged('Theme', [
  route.post('/forums/logo', {
    summary: 'Show an uploaded picture as the logo of the site',
    upload: 'logo',
    response: writeResponse,
    actions: ['edit-theme'],
    limits: [perMember('upload'), perMember('write')],
    run: (call, services) => upload(services, call),
  }),
  route.delete('/forums/logo', {
    ...write,
    summary: 'Show the name of the site as text again',
    body: reasonBody,
    run: (call, services) =>
      changeTheme(services, call, 'remove-logo', { type: 'ChangeLogo', logo: null }, 'Logo updated!'),
  }),
  route.post('/forums/logo/light', {
    summary: 'Show an uploaded picture instead of the logo on light backgrounds',
    upload: 'logo',
    response: writeResponse,
    actions: ['edit-theme'],
    limits: [perMember('upload'), perMember('write')],
    run: (call, services) => upload(services, call, 'light'),
  }),
  route.delete('/forums/logo/light', {
    ...write,
    summary: 'Show the logo on light backgrounds too',
    body: reasonBody,
    run: (call, services) =>
      changeTheme(
        services,
        call,
        'remove-light-logo',
        { type: 'ChangeLogo', logo: null, ground: 'light' },
        'Logo updated!',
      ),
  }),
]);

/** A replaced logo remains in the vault, because it can be restored. */
async function upload(services: Services, call: Call, ground?: 'light'): Promise<Result> {
  if (!call.file) throw new Refusal('logo-missing', 'logo');
  const picture = await encodePicture(call.file, 'logo');
  const file = await services.files.save(null, picture.bytes, picture.contentType);
  const command = { type: 'ChangeLogo', logo: pictureAddress(file), ...(ground && { ground }) } as const;
  return changeTheme(
    services,
    { ...call, body: {} },
    ground ? 'change-light-logo' : 'change-logo',
    command,
    'Logo updated!',
  );
}
