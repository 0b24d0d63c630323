import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Router, type ErrorRequestHandler } from 'express';
import expressStaticGzip from 'express-static-gzip';

export const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url));

export function serveBuiltFiles(): Router {
  const router = Router();
  if (!existsSync(webFolder)) return router;
  const year = {
    maxAge: '1y',
    immutable: true,
    fallthrough: false,
    etag: false,
    lastModified: false,
    acceptRanges: false,
  } as const;
  router.use('/assets', serveCompressedFiles(`${webFolder}/assets`, year), forgetEncoding);
  const otherFiles = serveCompressedFiles(webFolder, {});
  router.use((req, res, next) => (/^[^%]*\.\w+$/.test(req.path) ? otherFiles(req, res, next) : next()));
  return router;
}

const serveCompressedFiles = (folder: string, serveStatic: object) =>
  expressStaticGzip(folder, {
    enableBrotli: true,
    orderPreference: ['br', 'gzip'],
    index: false,
    serveStatic: { ...serveStatic, index: false },
  });

const forgetEncoding: ErrorRequestHandler = (error, _req, res, next) => {
  res.removeHeader('content-encoding');
  next(error);
};
