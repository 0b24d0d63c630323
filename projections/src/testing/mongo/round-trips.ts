import type { CommandFailedEvent, CommandStartedEvent, CommandSucceededEvent, MongoClient } from 'mongodb';

interface RoundTrip {
  name: string;
  /** The length of the longest chain of round trips that ends with this one. */
  depth: number;
}

/** The client must have been opened with `monitorCommands`. */
export class RoundTrips {
  private trips: RoundTrip[] = [];
  private endedDepth = 0;
  private readonly pendingTrips = new Map<number, RoundTrip>();

  constructor(client: MongoClient) {
    client.on('commandStarted', (event) => this.onStart(event));
    client.on('commandSucceeded', (event) => this.onEnd(event));
    client.on('commandFailed', (event) => this.onEnd(event));
  }

  reset(): void {
    this.trips = [];
    this.endedDepth = 0;
  }

  /** In a chain, each command began after the response to the previous one. */
  get depth(): number {
    return Math.max(0, ...this.trips.map(({ depth }) => depth));
  }

  get steps(): string[] {
    return Array.from({ length: this.depth }, (_, i) =>
      this.trips
        .filter(({ depth }) => depth === i + 1)
        .map(({ name }) => name)
        .sort()
        .join(', '),
    );
  }

  get count(): number {
    return this.trips.length;
  }

  private onStart({ requestId, commandName, command }: CommandStartedEvent): void {
    const trip = { name: `${commandName} ${String(command[commandName])}`, depth: this.endedDepth + 1 };
    this.trips.push(trip);
    this.pendingTrips.set(requestId, trip);
  }

  private onEnd({ requestId }: CommandSucceededEvent | CommandFailedEvent): void {
    this.endedDepth = Math.max(this.endedDepth, this.pendingTrips.get(requestId)?.depth ?? 0);
    this.pendingTrips.delete(requestId);
  }
}
