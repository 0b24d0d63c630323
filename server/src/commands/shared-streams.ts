import type { DomainEvent } from '@guildhall/domain/events.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import type { Fold } from '../log/fold.js';
import { handle, type CommandContext, type Handled } from './handle.js';

export class SharedStreams {
  private readonly inProgress = new Map<string, Promise<Handled>>();

  constructor(private readonly log: EventLog) {}

  /** One at a time: concurrent changes of the same small stream would conflict and run out of attempts. */
  async handle<S, C, E extends DomainEvent, F>(
    fold: Fold<S, C, E, F>,
    command: C,
    loadContext: () => F,
    context: CommandContext,
  ): Promise<Handled> {
    const before = this.inProgress.get(fold.stream);
    const work = (async () => {
      await before?.catch(() => undefined);
      const handled = await handle(this.log, fold, command, loadContext, context, true);
      await fold.catchUp(this.log);
      return handled;
    })();
    this.inProgress.set(fold.stream, work);
    return work;
  }
}
