import { createPictureFile } from '@guildhall/server/testing/picture-files.js';
import type { Person } from './member.js';

/** @returns the id of the upload */
export async function uploadTestPicture(person: Person, width: number, height: number): Promise<string> {
  return String((await person.perform('POST', '/uploads', await buildPictureForm(width, height))).id);
}

export async function buildPictureForm(width: number, height: number): Promise<FormData> {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(await createPictureFile('png', width, height, '#2468ac'))], 'picture.png'));
  return form;
}
