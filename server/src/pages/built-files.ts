import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Router, type ErrorRequestHandler } from 'express';
import expressStaticGzip from 'express-static-gzip';

/** The folder of the built pages. */
export const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** The built files as the build has compressed them; files with a hash in their name are cached permanently. */
export function builtFiles(): Router {
  const router = Router();
  if (!existsSync(webFolder)) return router;
  const year = {
    maxAge: '1y',
    immutable: true,
    fallthrough: false,
    etag: false,
    lastModified: false,
    acceptRanges: false,
    setHeaders: removeDocumentPolicies,
  } as const;
  router.use('/assets', compressedFiles(`${webFolder}/assets`, year), forgetEncoding);
  const others = compressedFiles(webFolder, {});
  // Only names of files are looked for on the disk. None contains a percent sign: the pages handle malformed ones.
  router.use((req, res, next) => (/^[^%]*\.\w+$/.test(req.path) ? others(req, res, next) : next()));
  return router;
}

const compressedFiles = (folder: string, serveStatic: object) =>
  expressStaticGzip(folder, {
    enableBrotli: true,
    orderPreference: ['br', 'gzip'],
    index: false,
    serveStatic: { ...serveStatic, index: false },
  });

/** These apply to documents only, and a first visit would carry half a kilobyte of them with every script and style. */
function removeDocumentPolicies(res: ServerResponse, path: string): void {
  if (!/\.(js|css)(\.|$)/.test(path)) return;
  for (const name of ['content-security-policy', 'permissions-policy', 'cross-origin-opener-policy', 'referrer-policy'])
    res.removeHeader(name);
}

/** A file that a newer build has removed gets an error text, which is not compressed. */
const forgetEncoding: ErrorRequestHandler = (error, _req, res, next) => {
  res.removeHeader('content-encoding');
  next(error);
};
