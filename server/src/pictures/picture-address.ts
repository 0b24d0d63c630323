import type { Picture } from '../vault/pictures.js';

const form = /^\/pictures\/([0-9a-f]{64})\.webp$/;

/** Where a picture is served: its address contains the hash of its bytes, so that it may be cached permanently. */
export const pictureAddress = ({ hash }: Pick<Picture, 'hash'>): string => `/pictures/${hash}.webp`;

/** The hash of the picture at an address of ours; null for any other. */
export const hashInAddress = (address: string): string | null => form.exec(address)?.[1] ?? null;
