import type { Position } from '@guildhall/event-store/port.js';

/** Events of one second are one sample. */
const sampleMs = 1_000;
const maxSamples = 600;

/** How far the views are behind the log that this server follows, in time: positions cannot be subtracted. */
export class ProjectionLag {
  /** When events were followed, and the last one's position; the oldest first. */
  private samples: { at: number; position: Position }[] = [];

  constructor(private readonly checkpoint: () => Promise<Position>) {}

  followed(position: Position, now = Date.now()): void {
    const last = this.samples.at(-1);
    if (last && (now - last.at < sampleMs || this.samples.length === maxSamples)) last.position = position;
    else this.samples.push({ at: now, position });
  }

  /** The age of the oldest event that the views do not contain, to the second; 0 where they contain all. */
  async seconds(now = Date.now()): Promise<number> {
    const checkpoint = await this.checkpoint();
    this.samples = this.samples.filter(({ position }) => position > checkpoint);
    const [oldest] = this.samples;
    return oldest ? (now - oldest.at) / 1000 : 0;
  }
}
