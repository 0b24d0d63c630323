// @ts-check
// Health check for the server container: exits with code 1 unless the server and its stores respond.
const port = process.env.PORT ?? '3000';
const response = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => null);
process.exitCode = response?.ok ? 0 : 1;
