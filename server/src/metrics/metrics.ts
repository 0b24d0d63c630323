import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const readings = {
  live_sockets: 'Open live connections',
  live_messages: 'Messages sent to topics since startup',
  live_resyncs: 'Topics that pages had to reload since startup',
  projection_lag_seconds: 'Age of the oldest event that is not yet in the views',
  passwords_waiting: 'Passwords waiting to be hashed or verified',
  pictures_waiting: 'Uploaded pictures waiting to be encoded',
  reaction_events_skipped: 'Events that a reaction repeatedly failed to handle',
  mails_waiting: 'Emails that have not been sent yet, at most 1,000',
} as const;

export type Reading = keyof typeof readings;
export type AppendOutcome = 'written' | 'conflict' | 'failed';
export type MailOutcome = 'sent' | 'written' | 'failed';

export interface MetricsSummary {
  requests: number;
  failed_requests: number;
  appends: number;
  mails_sent: number;
  mails_written: number;
  mails_failed: number;
  readings: Record<Reading, number | null>;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
const seconds = [0.005, 0.02, 0.05, 0.1, 0.25, 1, 5];

/**
 * Labels must have few distinct values: route patterns, methods, statuses and outcomes, but never addresses, names or
 * ids.
 */
export class Metrics {
  readonly registry = new Registry();
  private readonly requests = this.addCounter('http_requests_total', 'Requests', ['method', 'route', 'status']);
  private readonly requestSeconds = this.addHistogram('http_request_duration_seconds', 'Time until the response', [
    'route',
  ]);
  private readonly appends = this.addCounter('appends_total', 'Appends to the log', ['outcome']);
  private readonly appendSeconds = this.addHistogram('append_duration_seconds', 'Duration of an append to the log', []);
  private readonly mails = this.addCounter('mails_total', 'Attempts to send an email', ['outcome']);
  private readonly sources = new Map<Reading, () => number | Promise<number>>();

  constructor() {
    for (const [name, help] of Object.entries(readings) as [Reading, string][]) {
      const read = () => this.read(name);
      new Gauge({
        name: `guildhall_${name}`,
        help,
        registers: [this.registry],
        async collect() {
          this.set((await read()) ?? Number.NaN);
        },
      });
    }
  }

  addSource(name: Reading, read: () => number | Promise<number>): void {
    this.sources.set(name, read);
  }

  request({ method, route, status, ms }: { method: string; route: string; status: number; ms: number }): void {
    this.requests.inc({ method: methods.has(method) ? method : 'other', route, status });
    this.requestSeconds.observe({ route }, ms / 1000);
  }

  append(outcome: AppendOutcome, ms: number): void {
    this.appends.inc({ outcome });
    this.appendSeconds.observe(ms / 1000);
  }

  countMail(outcome: MailOutcome): void {
    this.mails.inc({ outcome });
  }

  async summarize(): Promise<MetricsSummary> {
    const [requests, appends, mails] = await Promise.all([this.requests.get(), this.appends.get(), this.mails.get()]);
    const names = Object.keys(readings) as Reading[];
    const values = await Promise.all(names.map(async (name) => [name, await this.read(name)] as const));
    return {
      requests: sum(requests.values),
      failed_requests: sum(requests.values.filter(({ labels }) => Number(labels.status) >= 500)),
      appends: sum(appends.values.filter(({ labels }) => labels.outcome === 'written')),
      mails_sent: sum(mails.values.filter(({ labels }) => labels.outcome === 'sent')),
      mails_written: sum(mails.values.filter(({ labels }) => labels.outcome === 'written')),
      mails_failed: sum(mails.values.filter(({ labels }) => labels.outcome === 'failed')),
      readings: Object.fromEntries(values) as MetricsSummary['readings'],
    };
  }

  private async read(name: Reading): Promise<number | null> {
    try {
      return (await this.sources.get(name)?.()) ?? 0;
    } catch {
      return null;
    }
  }

  private addCounter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name: `guildhall_${name}`, help, labelNames, registers: [this.registry] });
  }

  private addHistogram<Label extends string>(name: string, help: string, labelNames: Label[]): Histogram<Label> {
    const registerOptions = [this.registry];
    return new Histogram({ name: `guildhall_${name}`, help, labelNames, buckets: seconds, registers: registerOptions });
  }
}

const sum = (values: readonly { value: number }[]): number => values.reduce((total, { value }) => total + value, 0);
