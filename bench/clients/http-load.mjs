import autocannon from 'autocannon';

// This client sends HTTP requests from a separate process. Each connection sends one request after another.
process.once('message', (options) => void run(options));

async function run({ url, connections, seconds, requests, cookies = [] }) {
  let clientIndex = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests,
    setupClient: (client) => {
      const cookie = cookies[clientIndex++ % cookies.length];
      if (!cookie) return;
      const headers = { cookie, origin: url, 'content-type': 'application/json' };
      client.setRequests(requests.map((request) => ({ ...request, headers })));
    },
  });
  const { latency, non2xx, errors } = result;
  process.send({
    perSecond: result['2xx'] / result.duration,
    p50: latency.p50,
    p99: latency.p99,
    max: latency.max,
    failed: non2xx + errors,
  });
}
