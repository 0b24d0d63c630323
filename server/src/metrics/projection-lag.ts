import type { Position } from '@guildhall/event-store/port.js';

const sampleMs = 1_000;
const maxSamples = 600;

/** Measures the lag as a duration because positions cannot be subtracted. */
export class ProjectionLag {
  private samples: { at: number; position: Position }[] = [];

  constructor(private readonly checkpoint: () => Promise<Position>) {}

  recordPosition(position: Position, now = Date.now()): void {
    const last = this.samples.at(-1);
    if (last && (now - last.at < sampleMs || this.samples.length === maxSamples)) last.position = position;
    else this.samples.push({ at: now, position });
  }

  async measureSeconds(now = Date.now()): Promise<number> {
    const checkpoint = await this.checkpoint();
    this.samples = this.samples.filter(({ position }) => position > checkpoint);
    const [oldest] = this.samples;
    return oldest ? (now - oldest.at) / 1000 : 0;
  }
}
