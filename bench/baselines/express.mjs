import { readFileSync } from 'node:fs';
import express from 'express';

// This server only sends the bytes of Guildhall's thread page.
const body = readFileSync(process.env.BODY_FILE, 'utf8');
const app = express();
app.get('/', (_req, res) => res.send('ready'));
app.get('/page', (_req, res) => res.type('json').send(body));
app.listen(Number(process.env.PORT), '127.0.0.1');
