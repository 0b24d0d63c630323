import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { Request, Response } from 'express';
import multer, { MulterError } from 'multer';
import { promisify } from 'node:util';
import { UnsupportedMediaType } from '../request/refusals.js';
import { Limiter } from '../process/limiter.js';
import { RateLimitExceeded } from '../request/rate-limits.js';

export const maxUploadBytes = limits.picture.bytes;

const createRefusal = () => new RateLimitExceeded(5);
/** Bounds the memory for uploads. Pictures that a browser has scaled down do not wait for larger ones. */
const smallUploads = new Limiter({ running: 12, waiting: 30, refusal: createRefusal });
const largeUploads = new Limiter({ running: 2, waiting: 20, refusal: createRefusal });
const maxSmallBytes = 4 * 2 ** 20;
/**
 * Prevents a single member from occupying all slots, and prevents pictures uploaded at the same time from together
 * exceeding the member's space. Pictures of one post are therefore uploaded one after another.
 */
const uploadsPerMember = new Limiter({ running: 1, waiting: 10, refusal: createRefusal });

/** While an upload waits for others, its connection is silent but has not stalled. */
const maxSilenceMs = 300_000;

const reader = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: maxUploadBytes, files: 1, fields: 0, parts: 1, headerPairs: 50 },
});

/**
 * Holds a slot until `work` is done, because the file stays in memory. Passes null if there is no file. Ignores the
 * file's name and declared type.
 * @throws Refusal picture-too-heavy, validation; RateLimitExceeded if too many uploads are waiting
 */
export async function withUploadedFile<T>(
  field: string,
  req: Request,
  res: Response,
  userId: number,
  work: (file: Uint8Array | null) => Promise<T>,
): Promise<T> {
  if (!(await hasContent(req))) return work(null);
  if (!req.is('multipart/form-data')) throw new UnsupportedMediaType({ accept: 'multipart/form-data' });
  requireNoEncoding(req);
  const isSmall = Number(req.get('content-length') ?? Infinity) <= maxSmallBytes;
  const slots = isSmall ? smallUploads : largeUploads;
  const { socket } = req;
  const { timeout: stalledMs = 0 } = socket;
  const receiveAndRun = async () => {
    socket.setTimeout(stalledMs);
    const file = await readUploadedFile(field, req, res);
    socket.setTimeout(maxSilenceMs);
    return work(file);
  };
  socket.setTimeout(maxSilenceMs);
  return uploadsPerMember.run(() => slots.run(receiveAndRun), userId);
}

/** @throws UnsupportedMediaType */
export function requireNoEncoding({ headers }: Request): void {
  const { 'content-encoding': encoding = 'identity' } = headers;
  if (encoding.toLowerCase() !== 'identity') throw new UnsupportedMediaType({ 'accept-encoding': 'identity' });
}

/** Only the first bytes of a chunked body show whether it is empty. They are put back. */
export async function hasContent(req: Request): Promise<boolean> {
  if (req.get('transfer-encoding') === undefined) return Number(req.get('content-length') ?? 0) > 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    req.unshift(chunk);
    return true;
  }
  return false;
}

async function readUploadedFile(field: string, req: Request, res: Response): Promise<Uint8Array | null> {
  // If the client disconnected while waiting, reading its request would never end.
  if (req.destroyed) throw new Refusal('request-timeout');
  try {
    await promisify(reader.single(field))(req, res);
  } catch (error) {
    if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE') throw new Refusal('picture-too-heavy', field);
    const reason = error instanceof Error ? error.message : 'is not valid';
    throw new Refusal('validation', field, `${field}: ${reason}`);
  }
  return req.file && req.file.size > 0 ? req.file.buffer : null;
}
