import { Router } from 'express';
import type { Operation } from '../http/operation.js';
import { buildAsyncApi } from './async-api.js';
import { buildOpenApi } from './document.js';
import { renderDocsPage, docsStyle } from './page.js';

export function createDocsRoutes(operations: readonly Operation[], publicUrl: string): Router {
  const router = Router({ caseSensitive: true });
  const document = memoize(() => buildOpenApi(operations, publicUrl));
  const asyncApiDocument = memoize(() => buildAsyncApi(publicUrl));
  const page = memoize(() => renderDocsPage(document(), asyncApiDocument()));
  router.get('/api/openapi.json', (_req, res) => {
    res.set('cache-control', 'no-cache').json(document());
  });
  router.get('/api/asyncapi.json', (_req, res) => {
    res.set('cache-control', 'no-cache').json(asyncApiDocument());
  });
  router.get('/api/docs', (_req, res) => {
    res.set('cache-control', 'no-cache').type('html').send(page());
  });
  router.get('/api/docs.css', (_req, res) => {
    res.set('cache-control', 'no-cache').type('css').send(docsStyle);
  });
  return router;
}

function memoize<T>(make: () => T): () => T {
  let cachedValue: { value: T } | null = null;
  return () => (cachedValue ??= { value: make() }).value;
}
