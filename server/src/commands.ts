import { randomUUID } from 'node:crypto';
import { streams, type DomainEvent } from '@guildhall/domain/events.js';
import { account, type AccountCommand } from '@guildhall/domain/account/decide.js';
import { commandIdOf } from '@guildhall/domain/ids.js';
import type { Actor } from '@guildhall/domain/permissions.js';
import { post, type PostCommand, type PostState } from '@guildhall/domain/post/decide.js';
import type { StaffCommand } from '@guildhall/domain/staff/decide.js';
import type { StructureCommand } from '@guildhall/domain/structure/decide.js';
import { thread, type ThreadCommand, type ThreadState } from '@guildhall/domain/thread/decide.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import { Fold } from './fold.js';
import { handle, type CommandContext, type Handled } from './handle.js';
import type { Policy } from './policy.js';

/** What the installation does by itself is done by this actor. */
export const systemActor = 'system';

/** The id of a command; without a key from the client every call is a new one. */
export function contextOf(
  actorId: string,
  call: string,
  key: string | undefined,
  correlationId: string,
): CommandContext {
  return { actorId, commandId: commandIdOf(actorId, call, key ?? randomUUID()), correlationId };
}

/** Each thing's command, with the stream it is decided on and the facts it is decided by. */
export class Commands {
  /** The newest command on each singleton stream. */
  private readonly atWork = new Map<string, Promise<Handled>>();

  constructor(
    private readonly log: EventLog,
    private readonly policy: Policy,
  ) {}

  account(command: AccountCommand, context: CommandContext): Promise<Handled> {
    return handle(this.log, new Fold(streams.user(command.userId), account), command, undefined, context);
  }

  async staff(command: StaffCommand, actor: Actor | null, context: CommandContext): Promise<Handled> {
    return this.onSingleton(this.policy.staffFold, command, { actor }, context);
  }

  async structure(command: StructureCommand, actor: Actor | null, context: CommandContext): Promise<Handled> {
    return this.onSingleton(this.policy.structureFold, command, { actor }, context);
  }

  thread(id: number, command: ThreadCommand, actor: Actor, context: CommandContext): Promise<Handled> {
    const facts = { actor, structure: this.policy.structure };
    return handle(this.log, new Fold(streams.thread(id), thread), command, facts, context);
  }

  async post(
    id: number,
    threadId: number,
    command: PostCommand,
    actor: Actor,
    context: CommandContext,
  ): Promise<Handled> {
    const facts = { actor, structure: this.policy.structure, thread: await this.threadState(threadId) };
    return handle(this.log, new Fold(streams.post(id), post), command, facts, context);
  }

  /** A thread as its own stream has it. */
  async threadState(id: number): Promise<Readonly<ThreadState>> {
    const fold = new Fold(streams.thread(id), thread);
    await fold.catchUp(this.log);
    return fold.state;
  }

  /** A reply as its own stream has it. */
  async postState(id: number): Promise<Readonly<PostState>> {
    const fold = new Fold(streams.post(id), post);
    await fold.catchUp(this.log);
    return fold.state;
  }

  /**
   * One after another: many who change the same small stream at once would meet conflicts only, and run out of tries.
   * The server's own fold is brought up to date at once: the next command of the same person must see this one.
   */
  private async onSingleton<S, C, E extends DomainEvent, F>(
    fold: Fold<S, C, E, F>,
    command: C,
    facts: F,
    context: CommandContext,
  ): Promise<Handled> {
    const before = this.atWork.get(fold.stream);
    const work = (async () => {
      await before?.catch(() => undefined);
      const handled = await handle(this.log, fold, command, facts, context);
      await fold.catchUp(this.log);
      return handled;
    })();
    this.atWork.set(fold.stream, work);
    return work;
  }
}
