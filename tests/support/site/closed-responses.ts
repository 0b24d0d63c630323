import { createOperations } from '@guildhall/server/app.js';
import type { Operation } from '@guildhall/server/http/operation.js';
import { listRefusalStatuses } from '@guildhall/server/openapi/refusals.js';
import { getResponseBounds } from '@guildhall/server/openapi/response-bounds.js';
import type { Services } from '@guildhall/server/services.js';
import { z } from 'zod';
import type { HttpResponse } from './exchange.js';

export class ClosedResponses {
  private readonly patterns: { operation: Operation; form: RegExp }[];

  constructor(services: Services) {
    this.patterns = createOperations(services).map((operation) => ({ operation, form: buildPattern(operation) }));
  }

  /**
   * `path` includes prefix and query. Other paths are not checked.
   * @throws if a successful response does not match the operation, or if a refusal's status is not documented
   */
  check(method: string, path: string, response: HttpResponse): void {
    const [address = ''] = path.split('?', 1);
    const matchingPattern = this.patterns.find(
      ({ operation, form }) => operation.method === method.toLowerCase() && form.test(address),
    );
    // At the root, a browser that requests a page receives HTML.
    const isPage = !address.startsWith('/api') && response.headers['content-type']?.startsWith('text/html');
    if (!matchingPattern || isPage) return;
    if (response.status < 300) expectSchema(matchingPattern.operation, response);
    else if (response.status >= 400) expectDocumented(matchingPattern.operation, response);
  }
}

/** @throws unless the status, the form and each field of the JSON match the operation */
export function expectSchema(operation: Operation, { status: actualStatus, headers, json, text }: HttpResponse): void {
  const { method, path, response, status = 200 } = operation;
  const name = `${method} ${path}`;
  if (response === 'redirect') {
    if (actualStatus !== 302 || !headers.location) throw new Error(`${name} leads nowhere: ${actualStatus}`);
    return;
  }
  if (actualStatus !== status) throw new Error(`${name} returns ${actualStatus}, not ${status}`);
  const expectedType = response instanceof z.ZodType ? 'application/json' : response.contentType;
  const contentType = headers['content-type'] ?? 'nothing';
  if (contentType.split(';', 1)[0] !== expectedType)
    throw new Error(`${name} returns ${contentType}, not ${expectedType}`);
  if (!(response instanceof z.ZodType)) return;
  const { rows, bytes } = getResponseBounds(operation);
  if (Array.isArray(json) && json.length > (rows ?? 0)) throw new Error(`${name} has ${json.length} rows, not ${rows}`);
  // Allows for the brackets and commas around the rows.
  if (text.length > 1.05 * (bytes ?? 0)) throw new Error(`${name} has ${text.length} bytes, not ${bytes}`);
  const { error } = response.safeParse(json);
  if (error) throw new Error(`${name} returns another shape: ${z.prettifyError(error)}`);
}

/** @throws if the document does not list the status */
function expectDocumented(operation: Operation, { status, text }: HttpResponse): void {
  if (status === 405 || status === 500 || listRefusalStatuses(operation).includes(status)) return;
  throw new Error(`${operation.method} ${operation.path} returns ${status}, which is not documented: ${text}`);
}

/** Matches the path below `/api`, and also at the root if the operation is served there. */
function buildPattern({ path, atRoot }: Operation): RegExp {
  return new RegExp(`^(/api)${atRoot ? '?' : ''}${path.replace(/:\w+/g, '[^/]+')}$`);
}
