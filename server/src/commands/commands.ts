import { account, type AccountCommand } from '@guildhall/domain/account/decide.js';
import type { Decider } from '@guildhall/domain/decider.js';
import { streams, type DomainEvent } from '@guildhall/domain/events.js';
import { follow, type FollowCommand } from '@guildhall/domain/follow/decide.js';
import { ignore, type IgnoreCommand } from '@guildhall/domain/ignore/decide.js';
import type { GamesCommand } from '@guildhall/domain/games/decide.js';
import { guest, type Actor } from '@guildhall/domain/permissions.js';
import type { AddressedMembers } from '@guildhall/domain/post/addressed.js';
import { post, type PostCommand } from '@guildhall/domain/post/decide.js';
import { reaction, type ReactionCommand } from '@guildhall/domain/reaction/decide.js';
import { report, type ReportCommand } from '@guildhall/domain/report/decide.js';
import type { SettingsCommand } from '@guildhall/domain/settings/decide.js';
import type { StaffCommand } from '@guildhall/domain/staff/decide.js';
import { status, type StatusCommand } from '@guildhall/domain/status/decide.js';
import type { Place } from '@guildhall/domain/structure/state.js';
import type { StructureCommand } from '@guildhall/domain/structure/decide.js';
import type { ThemeCommand } from '@guildhall/domain/theme/decide.js';
import { thread, type ThreadCommand } from '@guildhall/domain/thread/decide.js';
import { upload, type UploadCommand } from '@guildhall/domain/upload/decide.js';
import { wall, type WallCommand } from '@guildhall/domain/wall/decide.js';
import { watch, type WatchCommand } from '@guildhall/domain/watch/decide.js';
import type { EventLog, StoredEvent } from '@guildhall/event-store/port.js';
import { handle, SerializedCommands, type CommandContext, type CommandResult } from './handle.js';
import { AggregateCache } from './aggregate-cache.js';
import { aggregates, type AggregateKind, type StateOf } from './aggregates.js';
import { findWatchedPlace } from './watched-place.js';
import type { Policy } from '../policy/policy.js';
import type { SiteState } from '../policy/site-state.js';

export class Commands {
  private readonly shared: SerializedCommands;
  private readonly folds = new AggregateCache();

  constructor(
    private readonly log: EventLog,
    private readonly policy: Policy,
    private readonly site: SiteState,
    private readonly isMember: (userId: number) => boolean,
  ) {
    this.shared = new SerializedCommands(log);
  }

  account(command: AccountCommand, context: CommandContext): Promise<CommandResult> {
    return this.run(streams.user(command.userId), account, command, () => undefined, context);
  }

  async staff(command: StaffCommand, sender: Actor | null, context: CommandContext): Promise<CommandResult> {
    // Another server may have changed a role's rights in a place.
    await this.policy.structureFold.catchUp(this.log);
    if (command.type === 'CreateApiKey' || sender?.limit) await this.policy.gamesFold.catchUp(this.log);
    const loadContext = () => ({
      actor: sender && this.getActor(sender),
      now: new Date().toISOString(),
      places: this.policy.listAllEntries(),
      isGameServer: (serverId: number) => this.policy.isGameServer(serverId),
    });
    return this.shared.handle(this.policy.staffFold, command, loadContext, context);
  }

  structure(command: StructureCommand, sender: Actor | null, context: CommandContext): Promise<CommandResult> {
    const isRole = (roleId: number) => this.policy.isRole(roleId);
    const loadContext = () => ({ actor: sender && this.getActor(sender), isRole });
    return this.shared.handle(this.policy.structureFold, command, loadContext, context);
  }

  async games(command: GamesCommand, sender: Actor | null, context: CommandContext): Promise<CommandResult> {
    // Another server may have assigned a staff role to the player's member.
    await this.policy.staffFold.catchUp(this.log);
    await this.policy.structureFold.catchUp(this.log);
    const loadContext = () => ({
      actor: sender && this.getActor(sender),
      now: new Date().toISOString(),
      places: this.policy.listAllEntries(),
      resolveMemberActor: (userId: number) => this.policy.getActor(userId),
      isMember: this.isMember,
      maxLinkedAccounts: this.site.settings.gameAccounts,
      isRole: (roleId: number) => this.policy.isRole(roleId),
    });
    return this.shared.handle(this.policy.gamesFold, command, loadContext, context);
  }

  theme(command: ThemeCommand, sender: Actor, context: CommandContext): Promise<CommandResult> {
    return this.shared.handle(this.site.themeFold, command, () => ({ actor: this.getActor(sender) }), context);
  }

  settings(command: SettingsCommand, sender: Actor, context: CommandContext): Promise<CommandResult> {
    return this.shared.handle(this.site.settingsFold, command, () => ({ actor: this.getActor(sender) }), context);
  }

  async thread(id: number, command: ThreadCommand, sender: Actor, context: CommandContext): Promise<CommandResult> {
    const isReply = command.type === 'SetSolution' && (await this.isReplyInThread(id, command.postId));
    const loadContext = () => ({ actor: this.getActor(sender), structure: this.policy.structure, isReply });
    const visibleCommand = await this.keepVisibleMentions(id, command);
    return this.run(streams.thread(id), thread, visibleCommand, loadContext, context);
  }

  async post(id: number, command: PostCommand, sender: Actor, context: CommandContext): Promise<CommandResult> {
    const isNew = command.type === 'PostReply';
    const threadId = isNew ? command.threadId : getThreadId(await this.readCachedState('post', id));
    const thread = await this.state('thread', threadId, context.receivedAt);
    const target = isNew && command.replyTo ? await this.state('post', command.replyTo) : null;
    const loadContext = () => ({
      actor: this.getActor(sender),
      structure: this.policy.structure,
      thread,
      target,
    });
    const place = thread.status === 'none' ? null : thread;
    const visibleCommand =
      place && (isNew || command.type === 'EditReply') ? this.withVisibleMentions(command, place) : command;
    return this.run(streams.post(id), post, visibleCommand, loadContext, context);
  }

  private async isReplyInThread(threadId: number, postId: number | null): Promise<boolean> {
    const reply = postId === null ? null : await this.state('post', postId);
    return reply?.status === 'active' && reply.threadId === threadId;
  }

  private async keepVisibleMentions(id: number, command: ThreadCommand): Promise<ThreadCommand> {
    if (command.type === 'CreateThread') return this.withVisibleMentions(command, command.place);
    if (command.type !== 'ChangeThread' || !command.mentions?.length) return command;
    const thread = await this.readCachedState('thread', id);
    return thread.status === 'none' ? command : this.withVisibleMentions(command, thread);
  }

  /** Removes mentions of members who may not view the place: they must not find out that anything happened there. */
  private withVisibleMentions<C extends AddressedMembers>(command: C, place: Place): C {
    if (!command.mentions) return command;
    const maySee = (userId: number) => this.policy.mayView(this.policy.getActor(userId), place);
    return { ...command, mentions: command.mentions.filter(maySee) };
  }

  async react(command: ReactionCommand, sender: Actor, context: CommandContext): Promise<CommandResult> {
    const { kind, id } = command.target;
    const post = kind === 'post' ? await this.state('post', id) : null;
    const thread = await this.state('thread', post ? getThreadId(post) : id);
    const loadContext = () => ({
      actor: this.getActor(sender),
      structure: this.policy.structure,
      thread,
      post,
      offered: this.site.settings.reactions,
    });
    return this.run(streams.reaction(id, sender.userId ?? 0), reaction, command, loadContext, context);
  }

  follow(command: FollowCommand, sender: Actor, context: CommandContext): Promise<CommandResult> {
    const loadContext = () => ({ actor: this.getActor(sender), isMember: this.isMember });
    return this.run(streams.follow(sender.userId ?? 0, command.followedId), follow, command, loadContext, context);
  }

  ignore(command: IgnoreCommand, sender: Actor, context: CommandContext): Promise<CommandResult> {
    const loadContext = () => ({ actor: this.getActor(sender), isMember: this.isMember });
    return this.run(streams.ignore(sender.userId ?? 0, command.memberId), ignore, command, loadContext, context);
  }

  async watch(command: WatchCommand, sender: Actor, context: CommandContext): Promise<CommandResult> {
    const { kind, id } = command.target;
    const thread = kind === 'thread' ? await this.state('thread', id) : null;
    const loadContext = () => {
      const actor = this.getActor(sender);
      const place = findWatchedPlace(this.policy.structure, command.target, thread);
      return { actor, visible: place !== null && this.policy.mayView(actor, place) };
    };
    return this.run(streams.watch(id, sender.userId ?? 0), watch, command, loadContext, context);
  }

  /** Also works for banned members and members without access, who would receive emails again once they regain it. */
  async muteThread(threadId: number, userId: number, context: CommandContext): Promise<void> {
    const thread = await this.state('thread', threadId);
    const command = { type: 'SetWatch', target: { kind: 'thread', id: threadId }, level: 'muted' } as const;
    const getActor = () => (this.policy.isGone(userId) ? guest : this.policy.getActor(userId));
    const loadContext = () => ({ actor: getActor(), visible: thread.status !== 'none' });
    await this.run(streams.watch(threadId, userId), watch, command, loadContext, context);
  }

  async wall(id: number, command: WallCommand, sender: Actor, context: CommandContext): Promise<CommandResult> {
    const parentId = command.type === 'ReplyOnWall' ? command.parentId : await this.findWallParent(id);
    const parent = parentId === null ? null : await this.state('wallPost', parentId);
    const loadContext = () => ({ actor: this.getActor(sender), isMember: this.isMember, parent });
    return this.run(streams.wallPost(id), wall, command, loadContext, context);
  }

  report(id: number, command: ReportCommand, sender: Actor, context: CommandContext): Promise<CommandResult> {
    const loadContext = () => ({ actor: command.type === 'File' ? sender : this.getActor(sender) });
    return this.run(streams.report(id), report, command, loadContext, context);
  }

  upload(command: UploadCommand, sender: Actor, context: CommandContext): Promise<CommandResult> {
    const loadContext = () => ({ actor: this.getActor(sender) });
    return this.run(streams.upload(command.uploadId), upload, command, loadContext, context);
  }

  countPlayers(command: StatusCommand, context: CommandContext): Promise<CommandResult> {
    return this.run(streams.status(command.slot.slice(0, 7)), status, command, () => undefined, context);
  }

  async state<K extends AggregateKind>(kind: K, id: number, since = Infinity): Promise<Readonly<StateOf<K>>> {
    const fold = this.getFold(kind, id);
    if (fold.readAt >= since) return fold.state;
    const { revision } = fold;
    await fold.catchUp(this.log);
    if (fold.revision !== revision) this.folds.measure(fold);
    return fold.state;
  }

  /** May miss the latest writes of other servers, so use it only to prepare a command. */
  async readCachedState<K extends AggregateKind>(kind: K, id: number): Promise<Readonly<StateOf<K>>> {
    const { revision, state } = this.getFold(kind, id);
    return revision === 'no-stream' ? this.state(kind, id) : state;
  }

  apply(event: StoredEvent): void {
    this.folds.apply(event);
  }

  private async run<State, Command, Event extends DomainEvent, Context>(
    stream: string,
    decider: Decider<State, Command, Event, Context>,
    command: Command,
    loadContext: () => Context,
    context: CommandContext,
  ): Promise<CommandResult> {
    const fold = this.folds.of(stream, decider);
    const { revision } = fold;
    try {
      return await handle(this.log, fold, command, loadContext, context);
    } finally {
      if (fold.revision !== revision) this.folds.measure(fold);
    }
  }

  private getFold<K extends AggregateKind>(kind: K, id: number) {
    const { streamOf, decider } = aggregates[kind];
    return this.folds.of(streamOf(id), decider as unknown as Decider<StateOf<K>, never, never, never>);
  }

  private getActor({ userId }: Actor): Actor {
    if (userId === null || this.policy.isGone(userId) || this.policy.findBan(userId)) return guest;
    return this.policy.getActor(userId);
  }

  private async findWallParent(id: number): Promise<number | null> {
    const state = await this.readCachedState('wallPost', id);
    return state.status === 'none' ? null : state.parentId;
  }
}

const getThreadId = (post: Readonly<StateOf<'post'>>): number => (post.status === 'none' ? 0 : post.threadId);
