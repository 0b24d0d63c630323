import { promisify } from 'node:util';
import { Refusal } from '@guildhall/domain/refusals.js';
import express, { type Request, type Response } from 'express';

/** Bytes of a JSON body, unpacked. */
export const maxJsonBytes = 256 * 1024;
const readAny = promisify(express.json({ limit: maxJsonBytes }));

/**
 * Reads the JSON body of a request into `req.body`, as Express's parser does, which takes all that is not what clients
 * send nearly always: a body in UTF-8 that is not packed, of a length that they name.
 * @throws Refusal broken-json; what Express's parser throws
 */
export async function readJson(req: Request, res: Response): Promise<void> {
  if (!isPlain(req)) return readAny(req, res);
  req.body = parsed(await bodyOf(req));
}

/** Not empty, not too long, and not read yet. */
function isPlain({ headers, readableEnded }: Request): boolean {
  if (readableEnded || headers['content-encoding'] !== undefined || headers['transfer-encoding'] !== undefined)
    return false;
  if (!plainTypes.has(headers['content-type'] ?? '')) return false;
  const bytes = Number(headers['content-length']);
  return bytes > 0 && bytes <= maxJsonBytes;
}

const plainTypes = new Set(['application/json', 'application/json; charset=utf-8', 'application/json;charset=utf-8']);

/** Rejects with the error of a connection that ended before. */
function bodyOf(req: Request): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    req.once('error', (error) => reject(Object.assign(error, { status: 400 }))); // the client left
    if (req.destroyed) reject(Object.assign(new Error('aborted'), { status: 400 }));
  });
}

/** An object or a list, as Express's parser has it. */
function parsed(bytes: Buffer): unknown {
  const sent = bytes.toString('utf8');
  const text = sent.startsWith('\uFEFF') ? sent.slice(1) : sent;
  if (!/^[ \t\n\r]*[[{]/.test(text)) throw new Refusal('broken-json');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refusal('broken-json');
  }
}
