import { Refusal } from '@guildhall/domain/refusals.js';
import type { Request, Response } from 'express';
import multer, { MulterError } from 'multer';
import { promisify } from 'node:util';

/** Bytes of one uploaded file. */
export const maxUploadBytes = 4 * 2 ** 20;

const reader = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: maxUploadBytes, files: 1, fields: 0, parts: 1, headerPairs: 50 },
});

/**
 * The bytes of the one file in a multipart body; null where the request contains none. Its name and declared type are
 * ignored.
 * @throws Refusal too-large, validation
 */
export async function uploadedFile(field: string, req: Request, res: Response): Promise<Uint8Array | null> {
  if (!req.is('multipart/form-data')) return null;
  try {
    await promisify(reader.single(field))(req, res);
  } catch (error) {
    if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE') throw new Refusal('too-large', field);
    const reason = error instanceof Error ? error.message : 'is not valid';
    throw new Refusal('validation', field, `${field}: ${reason}`);
  }
  return req.file && req.file.size > 0 ? req.file.buffer : null;
}
