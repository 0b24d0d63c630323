import type { Response } from 'express';

/** Takes the place of a response where a call is answered to this process itself. */
export class CapturedResponse {
  statusCode = 200;
  body = '';
  private readonly headers = new Map<string, string>();

  /** In the form that calls are written for: those that read use nothing of a response but what is here. */
  get asResponse(): Response {
    return this as unknown as Response;
  }

  status(code: number): this {
    this.statusCode = code;
    return this;
  }

  set(name: string | Record<string, string>, value = ''): this {
    const pairs = typeof name === 'string' ? [[name, value] as const] : Object.entries(name);
    for (const [key, text] of pairs) this.headers.set(key.toLowerCase(), text);
    return this;
  }

  get(name: string): string | undefined {
    return this.headers.get(name.toLowerCase());
  }

  vary(): this {
    return this;
  }

  json(body: unknown): this {
    return this.send(JSON.stringify(body));
  }

  send(body: string | Buffer): this {
    this.body = body.toString();
    return this;
  }
}
