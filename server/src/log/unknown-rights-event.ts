import type { StoredEvent } from '@guildhall/event-store/port.js';

export class UnknownRightsEvent extends Error {
  constructor({ type, stream, position }: StoredEvent) {
    super(
      `the log contains an event ${type} at ${position} in the stream ${stream} that this version does not know: ` +
        'it cannot decide who may do what. Install the version that wrote the event, or a newer one',
    );
    this.name = 'UnknownRightsEvent';
  }
}
