import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { Request, Response } from 'express';
import multer, { MulterError } from 'multer';
import { promisify } from 'node:util';
import { Limiter } from '../process/limiter.js';
import { TooMany } from '../request/rate-limits.js';

export const maxUploadBytes = limits.picture.bytes;

const refusal = () => new TooMany(5);
const allUploads = new Limiter({ running: 4, waiting: 0, refusal });
/** Prevents a single member from occupying all four slots. */
const uploadsPerMember = new Limiter({ running: 1, waiting: 0, refusal });

const reader = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: maxUploadBytes, files: 1, fields: 0, parts: 1, headerPairs: 50 },
});

/**
 * Returns null if there is no file. Ignores the file's name and declared type.
 * @throws Refusal picture-too-heavy, validation; TooMany while another upload of the member, or four uploads of others,
 * are in progress
 */
export async function uploadedFile(
  field: string,
  req: Request,
  res: Response,
  userId: number,
): Promise<Uint8Array | null> {
  if (!req.is('multipart/form-data')) return null;
  const read = promisify(reader.single(field));
  try {
    await uploadsPerMember.run(() => allUploads.run(() => read(req, res)), userId);
  } catch (error) {
    if (error instanceof TooMany) throw error;
    if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE') throw new Refusal('picture-too-heavy', field);
    const reason = error instanceof Error ? error.message : 'is not valid';
    throw new Refusal('validation', field, `${field}: ${reason}`);
  }
  return req.file && req.file.size > 0 ? req.file.buffer : null;
}
