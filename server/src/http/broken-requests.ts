import { STATUS_CODES, type Server } from 'node:http';
import { Refusal, type RefusalCode } from '@guildhall/domain/refusals.js';
import type { RefusalResponse } from '@guildhall/domain/wire/schemas/write.js';

const refusalOf: Record<string, RefusalCode> = {
  HPE_HEADER_OVERFLOW: 'too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/**
 * Requests that the HTTP parser refuses never reach the application: they get their response here, in the form of all
 * refusals.
 */
export function rejectBrokenRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const { status, code, message } = new Refusal(refusalOf[error.code ?? ''] ?? 'validation');
    const body = JSON.stringify({ error: message, code } satisfies RefusalResponse);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...['connection: close', 'content-type: application/json; charset=utf-8'],
      `content-length: ${Buffer.byteLength(body)}`,
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}
