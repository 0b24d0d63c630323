import type { Position } from '@guildhall/event-store/port.js';
import { PositionWaits } from '@guildhall/projections/runner/position-waits.js';

/**
 * The rights, structure and names in this server's memory are up to date with this position. The views may be ahead.
 */
export class LogWatermark {
  private readonly waits = new PositionWaits();

  constructor(private at: Position) {
    this.waits.onPosition(at);
  }

  get position(): Position {
    return this.at;
  }

  advance(position: Position): void {
    this.at = position;
    this.waits.onPosition(position);
  }

  waitFor(position: Position, timeoutMs: number): Promise<boolean> {
    return this.waits.waitFor(position, timeoutMs);
  }
}
