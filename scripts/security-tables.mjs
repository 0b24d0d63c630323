// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationsOf } from '../server/dist/app.js';
import { maxJsonBytes } from '../server/dist/http/bodies/json-body.js';
import { rateLimits } from '../server/dist/http/rate-limits.js';
import { maxUploadBytes } from '../server/dist/http/bodies/upload.js';
import { responseBoundsOf } from '../server/dist/openapi/response-bounds.js';
import { tablesOf, withTables } from './security-tables/render.mjs';

// Renews the tables of docs/security.md from the built server: `npm run build && node scripts/security-tables.mjs`. A
// test fails while they are out of date.
const file = join(import.meta.dirname, '../docs/security.md');
const noServices = /** @type {import('../server/dist/services.js').Services} */ ({}); // none of the descriptions uses one
const calls = operationsOf(noServices).map((call) => ({ call, bounds: responseBoundsOf(call) }));
const bodies = { json: maxJsonBytes, upload: maxUploadBytes };
writeFileSync(file, withTables(readFileSync(file, 'utf8'), tablesOf(calls, { rateLimits, bodies })));
