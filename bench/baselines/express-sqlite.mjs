import { openDatabase } from '@guildhall/event-store/sqlite/database.js';
import express from 'express';

// This server accepts the same body as Guildhall's reply route, commits it with one disk sync, and sends the same
// response.
const db = openDatabase(process.env.DATABASE, { synchronous: 'FULL' });
db.exec('CREATE TABLE posts (id INTEGER PRIMARY KEY, thread INTEGER, content TEXT)');
const insert = db.prepare('INSERT INTO posts (thread, content) VALUES (?, ?)');
const app = express();
app.locals.db = db; // Without this reference, the garbage collector would close the database.
app.use(express.json());
app.get('/', (_req, res) => res.send('ready'));
app.post('/reply', (req, res) => {
  const { lastInsertRowid } = insert.run(req.body.thread_id, req.body.content);
  res.status(201).json({ success: true, id: 4503599627370496 + Number(lastInsertRowid) });
});
app.listen(Number(process.env.PORT), '127.0.0.1');
