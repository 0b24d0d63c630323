import { Refusal } from '@guildhall/domain/refusals.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { route, tagRoutes } from './operation.js';
import { limitPerMember } from '../http/operation-limits.js';
import { encodePicture } from '../pictures/encode-picture.js';
import { buildPictureAddress } from '../pictures/picture-address.js';
import { reasonBody } from '../staff/reason.js';
import { changeTheme } from './themes.js';

const logos = [
  {
    path: '/forums/logo',
    name: 'logo',
    ground: undefined,
    shows: "Show an uploaded picture as the site's logo",
    removes: "Show the site's name as text again",
  },
  {
    path: '/forums/logo/light',
    name: 'light-logo',
    ground: 'light' as const,
    shows: 'Show an uploaded picture instead of the logo on light backgrounds',
    removes: 'Show the logo on light backgrounds too',
  },
] as const;
const updatedMessage = 'Logo updated!';
const sharedFields = { response: writeResponse, actions: ['edit-theme'] } as const;

export const logoRoutes = tagRoutes(
  'Theme',
  logos.flatMap(({ path, name, ground, shows, removes }) => [
    route.post(path, {
      scope: 'write:site',
      ...sharedFields,
      summary: shows,
      upload: 'logo',
      limits: [limitPerMember('upload'), limitPerMember('write')],
      /** The previous logo remains in the vault because it can be restored. */
      run: async (call, services) => {
        if (!call.file) throw new Refusal('logo-missing', 'logo');
        const picture = await encodePicture(call.file, 'logo');
        const file = await services.files.save(null, picture.bytes, picture.contentType);
        const command = { type: 'ChangeLogo', logo: buildPictureAddress(file), ground } as const;
        return changeTheme(services, { ...call, body: {} }, `change-${name}`, command, updatedMessage);
      },
    }),
    route.delete(path, {
      scope: 'write:site',
      ...sharedFields,
      summary: removes,
      body: reasonBody,
      limits: [limitPerMember('staff')],
      run: (call, services) =>
        changeTheme(services, call, `remove-${name}`, { type: 'ChangeLogo', logo: null, ground }, updatedMessage),
    }),
  ]),
);
