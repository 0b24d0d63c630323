import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface FakeSmtp {
  url: string;
  /** The response to each recipient. */
  refusal: string | null;
  /** The response to each text. */
  textRefusal: string | null;
  mails: string[];
  connections: number;
  close(): Promise<void>;
}

export async function startFakeSmtp(): Promise<FakeSmtp> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    smtp.connections += 1;
    converse(socket, smtp);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const smtp: FakeSmtp = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refusal: null,
    textRefusal: null,
    mails: [],
    connections: 0,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return smtp;
}

function converse(socket: Socket, smtp: FakeSmtp): void {
  let input = '';
  let mail: string | null = null;
  const respond = (line: string): void => void socket.write(`${line}\r\n`);
  const take = (line: string): void => {
    if (mail !== null) {
      if (line !== '.') return void (mail += `${line}\r\n`);
      if (smtp.textRefusal === null) smtp.mails.push(mail);
      mail = null;
      return respond(smtp.textRefusal ?? '250 taken');
    }
    if (/^RCPT/i.test(line)) return respond(smtp.refusal ?? '250 ok');
    if (!/^DATA/i.test(line)) return respond(/^QUIT/i.test(line) ? '221 bye' : '250 ok');
    mail = '';
    respond('354 go on');
  };
  respond('220 fake');
  socket.on('error', () => {});
  socket.on('data', (bytes) => {
    const lines = (input + bytes.toString('utf8')).split('\r\n');
    input = lines.pop() ?? '';
    lines.forEach(take);
  });
}
