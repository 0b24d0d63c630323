import { Worker, type MessagePort } from 'node:worker_threads';
import { StaleWriter, StoreDamaged, StoreFull, StoreUnavailable } from '../view-store.js';

interface Call {
  id: number;
  name: string;
  args: unknown[];
}
interface ThreadError {
  name: string;
  message: string;
}
type Response = { id: number; result: unknown } | { id: number; error: ThreadError };

interface Pending {
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
}

/** A thread of one of the built files beside this one, whose functions can be called. */
export class ThreadCalls {
  private readonly worker: Worker;
  private readonly exited: Promise<void>;
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;
  private ended: Error | null = null;

  constructor(file: string, workerData: unknown) {
    // Always the built file: a worker thread cannot run TypeScript, also when this file is run from its source.
    this.worker = new Worker(new URL(`../../dist/rebuild/${file}.js`, import.meta.url), { workerData, execArgv: [] });
    this.worker.on('message', (response: Response) => this.settle(response));
    this.worker.on('error', (error: Error) => this.end(error));
    this.exited = new Promise((resolve) => {
      this.worker.on('exit', () => {
        this.end(new Error(`The ${file} has ended`));
        resolve();
      });
    });
  }

  /** The caller names what the function returns. Calls are answered in order as far as they do not wait. */
  call<T>(name: string, ...args: unknown[]): Promise<T> {
    if (this.ended) return Promise.reject(this.ended);
    return new Promise<T>((resolve, reject) => {
      this.pending.set(++this.lastId, { resolve, reject });
      this.worker.postMessage({ id: this.lastId, name, args } satisfies Call);
    });
  }

  /** Waits until the thread has closed its files and ended. */
  async close(): Promise<void> {
    await this.call('close').catch(() => undefined); // one that has ended already has closed them
    await this.exited;
  }

  private settle(response: Response): void {
    const pending = this.pending.get(response.id);
    this.pending.delete(response.id);
    if ('error' in response) pending?.reject(revivedError(response.error));
    else pending?.resolve(response.result as never);
  }

  private end(error: Error): void {
    this.ended ??= error;
    for (const { reject } of this.pending.values()) reject(this.ended);
    this.pending.clear();
  }
}

type Functions = Record<string, (...args: never[]) => unknown> & { close: () => Promise<void> };

/** In the thread: responds to the calls. After `close` nothing more comes. */
export function serveCalls(port: MessagePort | null, functions: Functions): void {
  const run = async ({ id, name, args }: Call): Promise<void> => {
    let response: Response;
    try {
      response = { id, result: await functions[name]?.(...(args as never[])) };
    } catch (error) {
      const { name: kind, message } = error instanceof Error ? error : new Error(String(error));
      response = { id, error: { name: kind, message } };
    }
    port?.postMessage(response);
    if (name === 'close') port?.close();
  };
  port?.on('message', (call: Call) => void run(call));
}

const kinds = [StaleWriter, StoreDamaged, StoreFull, StoreUnavailable];

/** An error loses its class between threads. */
function revivedError({ name, message }: ThreadError): Error {
  const kind = kinds.find((each) => each.name === name);
  return kind ? new kind(message) : Object.assign(new Error(message), { name });
}
