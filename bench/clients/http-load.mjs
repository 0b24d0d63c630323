import autocannon from 'autocannon';

// Sends HTTP requests from a separate process. Each connection sends one request after another.
process.once('message', (options) => void run(options));

async function run({ url, connections, seconds, requests, cookies = [] }) {
  let client = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests,
    setupClient: (it) => {
      const cookie = cookies[client++ % cookies.length];
      if (!cookie) return;
      const headers = { cookie, origin: url, 'content-type': 'application/json' };
      it.setRequests(requests.map((request) => ({ ...request, headers })));
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
