import type { StoredEvent } from '@guildhall/event-store/port.js';

export class UnknownRightsEvent extends Error {
  constructor({ type, stream, position }: StoredEvent) {
    super(
      `the log has an event ${type} at ${position} of the stream ${stream}, which this version does not know: ` +
        'it cannot decide who may do what. Install the version that wrote it, or a newer one',
    );
    this.name = 'UnknownRightsEvent';
  }
}
