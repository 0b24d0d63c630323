/** The types of pictures that the server opens; no SVG, which may contain scripts. */
const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];

/** For the `accept` of a file field. */
export const acceptedPictures = pictureTypes.join(',');

export const isPicture = ({ type }: Pick<File, 'type'>): boolean => pictureTypes.includes(type);
