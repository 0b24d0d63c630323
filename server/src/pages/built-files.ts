import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Router, type ErrorRequestHandler, type RequestHandler, type Response } from 'express';
import expressStaticGzip from 'express-static-gzip';
import { negotiateEncoding } from '../http/responses/encoded-body.js';

export const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url));

export function serveBuiltFiles(): Router {
  const router = Router();
  if (!existsSync(webFolder)) return router;
  router.use(chooseEncoding);
  // The names contain a hash, so validators would only make a first visit heavier.
  const year = { maxAge: '1y', immutable: true, fallthrough: false, etag: false, lastModified: false } as const;
  router.use('/assets', serveCompressedFiles(`${webFolder}/assets`, year), forgetEncoding);
  // These include the service worker and the page that it shows offline.
  const otherFiles = serveCompressedFiles(webFolder, { setHeaders: requireRevalidation, cacheControl: false });
  router.use((req, res, next) => (/^[^%]*\.\w+$/.test(req.path) ? otherFiles(req, res, next) : next()));
  return router;
}

const requireRevalidation = (res: Response) => void res.setHeader('cache-control', 'no-cache');

const serveCompressedFiles = (folder: string, serveStatic: object) =>
  expressStaticGzip(folder, {
    enableBrotli: true,
    index: false,
    serveStatic: { ...serveStatic, index: false },
  });

/** The library would ignore either the weights of encodings or our preference among equals. */
const chooseEncoding: RequestHandler = (req, _res, next) => {
  req.headers['accept-encoding'] = negotiateEncoding(req) ?? 'identity';
  next();
};

const forgetEncoding: ErrorRequestHandler = (error, _req, res, next) => {
  res.removeHeader('content-encoding');
  next(error);
};
