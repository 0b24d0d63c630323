import { refusals } from '@guildhall/domain/refusals.js';
import { refusalSchema } from '@guildhall/domain/wire/schemas/write.js';
import { buildOpenApi } from '@guildhall/server/openapi/document.js';
import type { OpenApiDocument } from '@guildhall/server/openapi/types.js';
import type { Operation } from '@guildhall/server/http/operation.js';
import { expectSchema } from '../site/closed-responses.js';
import type { HttpResponse, SentRequest } from '../site/exchange.js';

const maxFaults = 100;

/** Checks that responses match the OpenAPI document, its closed schemas and its refusals. */
export class FuzzJudge {
  readonly faults: string[] = [];
  private readonly reportedKinds = new Set<string>();
  private readonly document: OpenApiDocument;
  private readonly forms: { operation: Operation; form: RegExp }[];

  constructor(operations: readonly Operation[]) {
    this.document = buildOpenApi(operations, 'http://localhost');
    this.forms = operations.map((operation) => ({
      operation,
      form: new RegExp(`^/api${operation.path.replace(/:\w+/g, '[^/]+')}/?$`),
    }));
  }

  /** `name` is the intended operation. A mutated path may match another operation, or none. */
  check(description: string, name: string, sent: SentRequest, response: HttpResponse): void {
    const { status } = response;
    if (status >= 500) return this.report(description, `${status} ${response.text.slice(0, 200)}`, sent);
    const operation = this.findOperation(sent);
    if (operation && status !== 405) this.checkDocumented(description, operation, sent, response);
    if (status >= 400) this.checkRefusal(description, sent, response);
    else if (!operation) this.report(description, `${status} from no operation (meant: ${name})`, sent);
    else if (status !== 304) this.checkSchema(description, operation, sent, response);
  }

  /** Reports each kind of fault once. */
  report(description: string, fault: string, { path, body }: SentRequest): void {
    const kind = `${description.replace(/\[.*/, '')} ${fault.slice(0, 60)}`;
    if (this.reportedKinds.has(kind) || this.faults.length >= maxFaults) return;
    this.reportedKinds.add(kind);
    this.faults.push(`${description} ${path.slice(0, 200)} ${String(body ?? '').slice(0, 300)}: ${fault}`);
  }

  private findOperation({ method, path }: SentRequest): Operation | undefined {
    const [address = ''] = path.split('?', 1);
    const matches = ({ operation, form }: FuzzJudge['forms'][number]) =>
      operation.method === method.toLowerCase() && form.test(address);
    return this.forms.find(matches)?.operation;
  }

  private checkDocumented(
    description: string,
    { method, path }: Operation,
    sent: SentRequest,
    { status }: HttpResponse,
  ): void {
    const operationObject = this.document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method];
    const documentedStatuses: Record<string, unknown> = operationObject?.responses ?? {};
    if (!(status in documentedStatuses) && !('default' in documentedStatuses && status >= 400)) {
      this.report(description, `${status} is not documented`, sent);
    }
  }

  private checkRefusal(description: string, sent: SentRequest, { status, json, text, headers }: HttpResponse): void {
    const refusal = refusalSchema.safeParse(json);
    if (!headers['content-type']?.startsWith('application/json') || !refusal.success) {
      return this.report(description, `${status} says ${text.slice(0, 100)}`, sent);
    }
    const codes: Partial<Record<string, readonly [number, string]>> = refusals;
    const documentedStatus = codes[refusal.data.code]?.[0];
    const { field, error, code } = refusal.data;
    const concernsWholeBody = code === 'broken-json' || error.startsWith('body: ');
    if (documentedStatus !== status) this.report(description, `${status} with the code ${code}`, sent);
    else if (status === 400 && !field && !concernsWholeBody)
      this.report(description, `400 without a field: ${code}`, sent);
  }

  private checkSchema(description: string, operation: Operation, sent: SentRequest, response: HttpResponse): void {
    try {
      expectSchema(operation, response);
    } catch (error) {
      this.report(description, error instanceof Error ? error.message : String(error), sent);
    }
  }
}
