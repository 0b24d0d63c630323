import { account, type AccountCommand } from '@guildhall/domain/account/decide.js';
import type { Decider } from '@guildhall/domain/decider.js';
import { streams, type DomainEvent } from '@guildhall/domain/events.js';
import { follow, type FollowCommand } from '@guildhall/domain/follow/decide.js';
import { ignore, type IgnoreCommand } from '@guildhall/domain/ignore/decide.js';
import { guest, type Actor } from '@guildhall/domain/permissions.js';
import type { Addressed } from '@guildhall/domain/post/addressed.js';
import { post, type PostCommand, type PostState } from '@guildhall/domain/post/decide.js';
import { reaction, type ReactionCommand } from '@guildhall/domain/reaction/decide.js';
import { report, type ReportCommand, type ReportState } from '@guildhall/domain/report/decide.js';
import type { SettingsCommand } from '@guildhall/domain/settings/decide.js';
import type { StaffCommand } from '@guildhall/domain/staff/decide.js';
import { status, type StatusCommand } from '@guildhall/domain/status/decide.js';
import type { Place } from '@guildhall/domain/structure/state.js';
import type { StructureCommand } from '@guildhall/domain/structure/decide.js';
import type { ThemeCommand } from '@guildhall/domain/theme/decide.js';
import { thread, type ThreadCommand } from '@guildhall/domain/thread/decide.js';
import { wall, type WallCommand, type WallState } from '@guildhall/domain/wall/decide.js';
import { watch, type WatchCommand } from '@guildhall/domain/watch/decide.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import { Fold, foldNow } from '../log/fold.js';
import { handle, type CommandContext, type Handled } from './handle.js';
import { SharedStreams } from './shared-streams.js';
import { watchedPlace } from './watched-place.js';
import type { Policy } from '../policy/policy.js';
import type { SiteState } from '../policy/site-state.js';

type FoldBy<D> = D extends Decider<infer S, infer C, infer E extends DomainEvent, infer F> ? Fold<S, C, E, F> : never;
export type ThreadFold = FoldBy<typeof thread>;
export type PostFold = FoldBy<typeof post>;

/** The commands of each aggregate, with the stream and the context of the decision. */
export class Commands {
  private readonly shared: SharedStreams;
  /** The newest month of counted players: it grows to thousands, and each count needs only the last ones. */
  private counted: FoldBy<typeof status> | null = null;

  constructor(
    private readonly log: EventLog,
    private readonly policy: Policy,
    private readonly site: SiteState,
    /** Whether the member exists: registered, verified and not erased. */
    private readonly isMember: (userId: number) => boolean,
  ) {
    this.shared = new SharedStreams(log);
  }

  account(command: AccountCommand, context: CommandContext): Promise<Handled> {
    const fold = new Fold(streams.user(command.userId), account);
    return handle(this.log, fold, command, () => undefined, context);
  }

  async staff(command: StaffCommand, sender: Actor | null, context: CommandContext): Promise<Handled> {
    await this.policy.structureFold.catchUp(this.log); // another server may have changed a role's rights in a place
    const loadContext = () => ({
      actor: sender && this.present(sender),
      now: new Date().toISOString(),
      places: this.policy.entriesOfAll(),
    });
    return this.shared.handle(this.policy.staffFold, command, loadContext, context);
  }

  structure(command: StructureCommand, sender: Actor | null, context: CommandContext): Promise<Handled> {
    const isRole = (roleId: number) => this.policy.isRole(roleId);
    const loadContext = () => ({ actor: sender && this.present(sender), isRole });
    return this.shared.handle(this.policy.structureFold, command, loadContext, context);
  }

  theme(command: ThemeCommand, sender: Actor, context: CommandContext): Promise<Handled> {
    return this.shared.handle(this.site.themeFold, command, () => ({ actor: this.present(sender) }), context);
  }

  settings(command: SettingsCommand, sender: Actor, context: CommandContext): Promise<Handled> {
    return this.shared.handle(this.site.settingsFold, command, () => ({ actor: this.present(sender) }), context);
  }

  /** `fold`: of the thread, where it has been read before the command: its stream is not read again. */
  thread(
    id: number,
    command: ThreadCommand,
    sender: Actor,
    context: CommandContext,
    fold: ThreadFold = new Fold(streams.thread(id), thread),
  ): Promise<Handled> {
    const loadContext = () => ({ actor: this.present(sender), structure: this.policy.structure });
    const sent = command.type === 'CreateThread' ? this.addressing(command, command.place) : command;
    return handle(this.log, fold, sent, loadContext, context);
  }

  async post(
    id: number,
    threadId: number,
    command: PostCommand,
    sender: Actor,
    context: CommandContext,
    fold: PostFold = new Fold(streams.post(id), post),
  ): Promise<Handled> {
    const thread = await this.threadState(threadId);
    const loadContext = () => ({ actor: this.present(sender), structure: this.policy.structure, thread });
    const place = thread.status === 'none' ? null : thread;
    const sent = command.type === 'PostReply' && place ? this.addressing(command, place) : command;
    return handle(this.log, fold, sent, loadContext, context);
  }

  /** Without members who may not see the place: they must not learn that something happened there. */
  private addressing<C extends Addressed>(command: C, place: Place): C {
    if (!command.mentions) return command;
    const sees = (userId: number) => this.policy.mayView(this.policy.actor(userId), place);
    return { ...command, mentions: command.mentions.filter(sees) };
  }

  async react(command: ReactionCommand, sender: Actor, context: CommandContext): Promise<Handled> {
    const { kind, id } = command.target;
    const post = kind === 'post' ? await this.postState(id) : null;
    const threadId = post ? (post.status === 'none' ? 0 : post.threadId) : id;
    const thread = await this.threadState(threadId);
    const loadContext = () => ({ actor: this.present(sender), structure: this.policy.structure, thread, post });
    const fold = new Fold(streams.reaction(id, sender.userId ?? 0), reaction);
    return handle(this.log, fold, command, loadContext, context);
  }

  follow(command: FollowCommand, sender: Actor, context: CommandContext): Promise<Handled> {
    const fold = new Fold(streams.follow(sender.userId ?? 0, command.followedId), follow);
    const loadContext = () => ({ actor: this.present(sender), isMember: this.isMember });
    return handle(this.log, fold, command, loadContext, context);
  }

  ignore(command: IgnoreCommand, sender: Actor, context: CommandContext): Promise<Handled> {
    const fold = new Fold(streams.ignore(sender.userId ?? 0, command.ignoredId), ignore);
    const loadContext = () => ({ actor: this.present(sender), isMember: this.isMember });
    return handle(this.log, fold, command, loadContext, context);
  }

  async watch(command: WatchCommand, sender: Actor, context: CommandContext): Promise<Handled> {
    const { kind, id } = command.target;
    const thread = kind === 'thread' ? await this.threadState(id) : null;
    const loadContext = () => {
      const actor = this.present(sender);
      const place = watchedPlace(this.policy.structure, command.target, thread);
      return { actor, visible: place !== null && this.policy.mayView(actor, place) };
    };
    return handle(this.log, new Fold(streams.watch(id, sender.userId ?? 0), watch), command, loadContext, context);
  }

  async wall(id: number, command: WallCommand, sender: Actor, context: CommandContext): Promise<Handled> {
    const parentId = command.type === 'ReplyOnWall' ? command.parentId : await this.wallParentOf(id);
    const parent = parentId === null ? null : await this.wallState(parentId);
    const loadContext = () => ({ actor: this.present(sender), isMember: this.isMember, parent });
    return handle(this.log, new Fold(streams.wallPost(id), wall), command, loadContext, context);
  }

  /** A banned member appeals in their own name: their token decides whether they may. */
  report(id: number, command: ReportCommand, sender: Actor, context: CommandContext): Promise<Handled> {
    const loadContext = () => ({ actor: command.type === 'File' ? sender : this.present(sender) });
    return handle(this.log, new Fold(streams.report(id), report), command, loadContext, context);
  }

  countPlayers(command: StatusCommand, context: CommandContext): Promise<Handled> {
    const stream = streams.status(command.slot.slice(0, 7));
    if (this.counted?.stream !== stream) this.counted = new Fold(stream, status);
    return handle(this.log, this.counted, command, () => undefined, context);
  }

  /** The current state of a thread or reply from its stream, for the command that is sent to it next. */
  threadFold(id: number): Promise<ThreadFold> {
    return foldNow(this.log, streams.thread(id), thread);
  }

  postFold(id: number): Promise<PostFold> {
    return foldNow(this.log, streams.post(id), post);
  }

  /** The state of aggregates from their own streams. */
  async threadState(id: number): Promise<Readonly<ThreadFold['state']>> {
    return (await this.threadFold(id)).state;
  }

  async postState(id: number): Promise<Readonly<PostState>> {
    return (await this.postFold(id)).state;
  }

  async wallState(id: number): Promise<Readonly<WallState>> {
    return (await foldNow(this.log, streams.wallPost(id), wall)).state;
  }

  async reportState(id: number): Promise<Readonly<ReportState>> {
    return (await foldNow(this.log, streams.report(id), report)).state;
  }

  /** The sender's current rights: an earlier command may have taken them, or banned the sender. */
  private present({ userId }: Actor): Actor {
    if (userId === null || this.policy.isGone(userId) || this.policy.banOf(userId)) return guest;
    return this.policy.actor(userId);
  }

  private async wallParentOf(id: number): Promise<number | null> {
    const state = await this.wallState(id);
    return state.status === 'none' ? null : state.parentId;
  }
}
