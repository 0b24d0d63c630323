// @ts-check
// The health check of the server's container: its stores respond, or the exit code is 1.
const port = process.env.PORT ?? '3000';
const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => null);
process.exitCode = answer?.ok ? 0 : 1;
