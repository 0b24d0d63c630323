import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { createApp } from '@guildhall/server/app.js';
import { handleErrors } from '@guildhall/server/http/errors.js';
import { mountOperations } from '@guildhall/server/http/mount-operations.js';
import type { Operation } from '@guildhall/server/http/operation.js';
import { limitPerMember } from '@guildhall/server/http/operation-limits.js';
import type { Services } from '@guildhall/server/services.js';
import express from 'express';
import { z } from 'zod';

/** Adds calls that fail if their text is too long. */
export function withPlantedFaults(services: Services): express.Express {
  const faults: Record<string, (res: express.Response) => void | Promise<void>> = {
    throws: () => {
      throw new TypeError('planted');
    },
    hangs: () => undefined,
    async writes(res) {
      const at = new Date().toISOString();
      const event = { id: crypto.randomUUID(), type: 'Planted.v1', data: {}, metadata: { at } };
      await services.log.append(`planted-${event.id}`, [event], 'no-stream');
      res.status(403).json({ error: "You don't have permission to do that.", code: 'forbidden' });
    },
    bare: (res) => void res.status(400).json({ message: 'no' }),
    html: (res) => void res.status(400).send('<p>no</p>'),
    nothing: (res) => void res.status(400).json({ error: 'Too long.', code: 'validation' }),
  };
  const plantedOperations = Object.keys(faults).map((how): Operation => ({
    method: 'post',
    path: `/planted/${how}`,
    tag: 'Site',
    scope: null,
    summary: 'Goes wrong when its text is too long',
    limits: [limitPerMember('write')],
    body: z.object({ text: z.string() }),
    response: writeResponse,
    run: () => Promise.resolve({ body: { success: true } }),
  }));
  const goWrong: express.RequestHandler = async (req, res, next) => {
    const { text } = (req.body ?? {}) as { text?: unknown };
    const fault = faults[req.path.slice('/api/planted/'.length)];
    if (fault && typeof text === 'string' && text.length > 100) await fault(res);
    else next();
  };
  const app = express();
  const plantedRouter = express.Router();
  plantedRouter.use(
    express.json(),
    (req, _res, next) => next(void (req.log = services.logger)),
    goWrong,
    mountOperations(services, plantedOperations),
  );
  plantedRouter.use(handleErrors);
  app.use((req, res, next) => (req.path.startsWith('/api/planted/') ? plantedRouter(req, res, next) : next()));
  app.use(createApp(services));
  return app;
}
