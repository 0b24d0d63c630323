import { acceptedPictures } from '../../shared/prepare-picture.js';

/** Must be called in a click handler because browsers open the dialog only then. */
export function choosePictures(add: (files: readonly File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = acceptedPictures;
  input.onchange = () => add([...(input.files ?? [])]);
  input.click();
}
