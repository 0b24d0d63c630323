import { expect, test } from 'vitest';
import { Metrics } from './metrics.js';

test('the metrics record durations in seconds', async () => {
  const metrics = new Metrics();
  metrics.append('written', 40);
  metrics.request({ method: 'GET', route: '/api/site', status: 200, ms: 500 });
  const text = await metrics.registry.metrics();
  expect(text).toContain('guildhall_append_duration_seconds_sum 0.04\n');
  expect(text).toContain('guildhall_http_request_duration_seconds_sum{route="/api/site"} 0.5\n');
});

test('counts appends, emails and requests, and responses with status 500 or above as failures', async () => {
  const metrics = new Metrics();
  for (const outcome of ['written', 'written', 'conflict', 'failed'] as const) metrics.append(outcome, 1);
  for (const outcome of ['sent', 'written', 'written', 'failed', 'failed'] as const) metrics.countMail(outcome);
  for (const status of [200, 404, 499, 500, 503]) metrics.request({ method: 'GET', route: '/api/site', status, ms: 1 });
  expect(await metrics.summarize()).toMatchObject({
    requests: 5,
    failed_requests: 2,
    appends: 2,
    mails_sent: 1,
    mails_written: 2,
    mails_failed: 2,
  });
});
