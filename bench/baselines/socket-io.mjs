import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import express from 'express';
import { Server } from 'socket.io';

// This server uses one room per topic. A POST broadcasts a copy of Guildhall's reply message to the room, and then
// responds. Read marks are only stored in memory.
const message = JSON.parse(readFileSync(process.env.BODY_FILE, 'utf8'));
const app = express();
const http = createServer(app);
const io = new Server(http, { transports: ['websocket'] });
io.on('connection', (socket) => {
  socket.on('join', (topics, answer) => {
    void socket.join(topics.map(({ topic }) => topic));
    answer(topics.map(() => 'joined'));
  });
});
let next = 4503599627370496;
const marks = new Map();
app.use(express.json());
app.get('/', (_req, res) => res.send('ready'));
app.post('/reply', (_req, res) => {
  const id = next++;
  const [row, ...others] = message.rows;
  const order = String(id).padStart(20, '0');
  io.to(message.topic).emit('topic', { ...message, rows: [{ ...row, id, order }, ...others] });
  res.status(201).json({ success: true, id });
});
app.put('/api/forums/threads/:id/read', (req, res) => {
  marks.set(`${req.headers.cookie} ${req.params.id}`, req.body.order);
  res.json({ success: true });
});
http.listen(Number(process.env.PORT), '127.0.0.1');
