import type { CommandFailedEvent, CommandStartedEvent, CommandSucceededEvent, MongoClient } from 'mongodb';

interface RoundTrip {
  name: string;
  /** Length of the longest chain of round trips that ends with this one. */
  depth: number;
}

/** The client must have been opened with `monitorCommands`. */
export class RoundTrips {
  private trips: RoundTrip[] = [];
  private ended = 0;
  private readonly inProgress = new Map<number, RoundTrip>();

  constructor(client: MongoClient) {
    client.on('commandStarted', (event) => this.started(event));
    client.on('commandSucceeded', (event) => this.over(event));
    client.on('commandFailed', (event) => this.over(event));
  }

  reset(): void {
    this.trips = [];
    this.ended = 0;
  }

  /** Each command of the chain began after the response to the previous one. */
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

  private started({ requestId, commandName, command }: CommandStartedEvent): void {
    const trip = { name: `${commandName} ${String(command[commandName])}`, depth: this.ended + 1 };
    this.trips.push(trip);
    this.inProgress.set(requestId, trip);
  }

  private over({ requestId }: CommandSucceededEvent | CommandFailedEvent): void {
    this.ended = Math.max(this.ended, this.inProgress.get(requestId)?.depth ?? 0);
    this.inProgress.delete(requestId);
  }
}
