// @ts-check
import { JobQueue } from '@guildhall/server/projector/job-queue.js';

// Health check of the projector's container: exits with code 1 unless a projector has reported its state recently.
const staleAfter = 15_000; // ms
const desk = new JobQueue(process.env.MONGODB_URL ?? '');
const status = await desk.status().catch(() => null);
await desk.close();
process.exitCode = status && status.age < staleAfter ? 0 : 1;
