import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { Request, Response } from 'express';
import multer, { MulterError } from 'multer';
import { promisify } from 'node:util';
import { TooMany } from '../request/rate-limits.js';

/** Bytes of one uploaded file. */
export const maxUploadBytes = limits.picture.bytes;

/** Uploads that are in memory while they arrive: 100 MB at most. */
const maxReading = 4;
const retrySeconds = 5;
/** Whose uploads are arriving: one for each member, so that nobody alone can keep all others waiting. */
const reading = new Set<number>();

const reader = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: maxUploadBytes, files: 1, fields: 0, parts: 1, headerPairs: 50 },
});

/**
 * The bytes of the one file in a multipart body; null where the request contains none. Its name and declared type are
 * ignored.
 * @throws Refusal picture-too-heavy, validation; TooMany while another of this member, or four others, are being read
 */
export async function uploadedFile(
  field: string,
  req: Request,
  res: Response,
  userId: number,
): Promise<Uint8Array | null> {
  if (!req.is('multipart/form-data')) return null;
  if (reading.has(userId) || reading.size >= maxReading) throw new TooMany(retrySeconds);
  reading.add(userId);
  try {
    await promisify(reader.single(field))(req, res);
  } catch (error) {
    if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE') throw new Refusal('picture-too-heavy', field);
    const reason = error instanceof Error ? error.message : 'is not valid';
    throw new Refusal('validation', field, `${field}: ${reason}`);
  } finally {
    reading.delete(userId);
  }
  return req.file && req.file.size > 0 ? req.file.buffer : null;
}
