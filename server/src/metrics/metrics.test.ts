import { expect, test } from 'vitest';
import { Metrics } from './metrics.js';

test('Durations are recorded in seconds.', async () => {
  const metrics = new Metrics();
  metrics.append('written', 40);
  metrics.request({ method: 'GET', route: '/api/site', status: 200, ms: 500 });
  const text = await metrics.registry.metrics();
  expect(text).toContain('guildhall_append_duration_seconds_sum 0.04\n');
  expect(text).toContain('guildhall_http_request_duration_seconds_sum{route="/api/site"} 0.5\n');
});
