import type { OwnedFile } from '../vault/files.js';

const form = /^\/pictures\/([0-9a-f]{64})\.webp$/;

/** Where a picture is served: its address contains the hash of its bytes, so that it may be cached permanently. */
export const pictureAddress = ({ hash }: Pick<OwnedFile, 'hash'>): string => `/pictures/${hash}.webp`;

/** The hash in a picture address of this site; null for any other address. */
export const hashInAddress = (address: string): string | null => form.exec(address)?.[1] ?? null;
