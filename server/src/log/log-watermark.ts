import type { Position } from '@guildhall/event-store/port.js';
import { PositionWaits } from '@guildhall/projections/runner/position-waits.js';

/** This server's memory (rights, structure, names) is current up to here; the views may be ahead of it. */
export class LogWatermark {
  private readonly waits = new PositionWaits();

  constructor(private at: Position) {
    this.waits.reached(at);
  }

  get position(): Position {
    return this.at;
  }

  reached(position: Position): void {
    this.at = position;
    this.waits.reached(position);
  }

  waitFor(position: Position, timeoutMs: number): Promise<boolean> {
    return this.waits.waitFor(position, timeoutMs);
  }
}
