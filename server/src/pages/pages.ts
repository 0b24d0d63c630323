import { existsSync } from 'node:fs';
import { Router } from 'express';
import { webFolder } from './built-files.js';

/** The one HTML page for every address that is nothing else's. */
export function pages(): Router {
  const router = Router();
  if (!existsSync(webFolder)) return router;
  router.use((req, res, next) => {
    if (req.method !== 'GET' || !req.accepts('html')) return next();
    res.sendFile('index.html', {
      root: webFolder,
      headers: { 'cache-control': 'private, no-cache' },
      cacheControl: false,
    });
  });
  return router;
}
