/** Streams that are remembered: those read or written last. */
const maxStreams = 10_000;

/**
 * The revision at which each of the streams read last would go on, so that a reader who knows a stream up to there need
 * not ask the table. For the one connection that writes the log.
 */
export class StreamEnds {
  private readonly ends = new Map<string, number>(); // the one set longest ago first

  /** Whether the stream has no event from this revision on, as far as is remembered. */
  isPast(stream: string, from: number): boolean {
    const end = this.ends.get(stream);
    return end !== undefined && from >= end;
  }

  /** The revision at which the stream goes on; undefined where that is not remembered. */
  of(stream: string): number | undefined {
    return this.ends.get(stream);
  }

  /** Called after a read to the end of the stream found no event from this revision on. */
  foundAt(stream: string, end: number): void {
    this.ends.delete(stream);
    this.ends.set(stream, end);
    const [oldest] = this.ends.keys();
    if (this.ends.size > maxStreams && oldest !== undefined) this.ends.delete(oldest);
  }

  /** Called when an event is written: the stream goes on behind it. New streams are not remembered before they are read. */
  written(stream: string, revision: number): void {
    if (this.ends.has(stream)) this.ends.set(stream, revision + 1);
  }

  /** Called where what was written may not be committed. */
  clear(): void {
    this.ends.clear();
  }
}
