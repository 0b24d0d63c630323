import type { Position } from '@guildhall/event-store/port.js';
import { PositionWaits } from '@guildhall/projections/runner/position-waits.js';

/**
 * The position up to which this server has read the log and its memory (rights, structure, names) is current. Views
 * written by another process can be ahead of it.
 */
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
