import { Agent, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';

export interface SentRequest {
  method: string;
  /** Includes the query, already encoded. */
  path: string;
  /** An array sends the header repeatedly. */
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
}

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  /** The parsed JSON body. Undefined if the body is not JSON. */
  json: unknown;
}

export const requestTimeoutMs = 5_000;

const agent = new Agent({ keepAlive: true });

/** Resolves once the whole response has arrived. @throws if the connection breaks, or after `timeoutMs` */
export function exchange(
  url: string,
  { method, path, headers = {}, body }: SentRequest,
  timeoutMs = requestTimeoutMs,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const isChunked = 'transfer-encoding' in headers;
    const length = body === undefined || isChunked ? {} : { 'content-length': Buffer.byteLength(body) };
    const clientRequest = request(
      { agent, hostname, port, method, path, headers: { ...length, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          clearTimeout(timer);
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text, json: parseBody(text) });
        });
      },
    );
    const timer = setTimeout(() => clientRequest.destroy(new Error(`No response within ${timeoutMs} ms`)), timeoutMs);
    clientRequest.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    clientRequest.end(body);
  });
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
