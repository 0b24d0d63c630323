import type { OwnedFile } from '../vault/files.js';

const form = /^\/pictures\/([0-9a-f]{64})\.webp$/;

/** The address contains a hash of the bytes, so the picture can be cached permanently. */
export const buildPictureAddress = ({ hash }: Pick<OwnedFile, 'hash'>): string => `/pictures/${hash}.webp`;

export const parsePictureHash = (address: string): string | null => form.exec(address)?.[1] ?? null;
