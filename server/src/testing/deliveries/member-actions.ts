import { deriveAggregateId } from '@guildhall/domain/ids.js';
import type { ReportKind } from '@guildhall/domain/report/events.js';
import type { Place } from '@guildhall/domain/structure/state.js';
import type { WatchLevel, WatchTarget } from '@guildhall/domain/watch/events.js';
import type { LiveSite } from '../live-site.js';
import { giveRole, testContext, type TestMember } from '../services.js';

/** Performs member and staff actions on a site, apart from writing in threads. */
export class MemberActions {
  constructor(private readonly site: Pick<LiveSite, 'services' | 'admin'>) {}

  private get services() {
    return this.site.services;
  }

  private by({ id }: TestMember) {
    return [this.services.policy.getActor(id), testContext(String(id))] as const;
  }

  async watch(member: TestMember, target: WatchTarget, level: WatchLevel | null = 'watching'): Promise<void> {
    await this.services.commands.watch({ type: 'SetWatch', target, level }, ...this.by(member));
  }

  async ignore(member: TestMember, memberId: number, type: 'Ignore' | 'Mute' = 'Ignore'): Promise<void> {
    await this.services.commands.ignore({ type, memberId }, ...this.by(member));
  }

  async follow(member: TestMember, followedId: number, type: 'Follow' | 'Unfollow' = 'Follow'): Promise<void> {
    await this.services.commands.follow({ type, followedId }, ...this.by(member));
  }

  async postOnWall(member: TestMember, ownerId: number, text: string): Promise<void> {
    const [actor, context] = this.by(member);
    const wallPostId = deriveAggregateId(context.commandId);
    const content = await this.services.texts.seal(member.id, text);
    await this.services.commands.wall(wallPostId, { type: 'PostOnWall', wallPostId, ownerId, content }, actor, context);
  }

  async ban(userId: number, reason: string, until: string | null = null): Promise<void> {
    const sealedReason = await this.services.texts.seal(userId, reason);
    await this.services.commands.staff(
      { type: 'Ban', userId, reason: sealedReason, until },
      ...this.by(this.site.admin),
    );
  }

  async unban(userId: number): Promise<void> {
    await this.services.commands.staff({ type: 'Unban', userId }, ...this.by(this.site.admin));
  }

  /** Assigns the member a new role that may not view the place. */
  async hideFrom(member: TestMember, place: Place): Promise<void> {
    const [actor, context] = this.by(this.site.admin);
    const roleId = deriveAggregateId(context.commandId);
    const role = { name: 'outcast', displayName: 'Outcast', description: '' };
    await this.services.commands.staff({ type: 'CreateRole', roleId, ...role }, actor, context);
    await giveRole(this.services, member.id, roleId);
    const flags = {
      can_view: false,
      can_post: false,
      can_reply: false,
      can_delete_post: false,
      can_emoji_react: false,
    };
    const entries = [{ ...flags, roleId }];
    await this.services.commands.structure({ type: 'SetPermissions', place, entries }, ...this.by(this.site.admin));
  }

  async report(member: TestMember, kind: ReportKind): Promise<number> {
    const [actor, context] = this.by(member);
    const reportId = deriveAggregateId(context.commandId);
    const text = await this.services.texts.seal(member.id, 'Please look at this');
    const command = { type: 'File', reportId, kind, subject: null, text } as const;
    await this.services.commands.report(reportId, command, actor, context);
    return reportId;
  }

  async respond(member: TestMember, reportId: number, text: string): Promise<void> {
    const answer = await this.services.texts.seal(member.id, text);
    await this.services.commands.report(reportId, { type: 'Resolve', answer }, ...this.by(this.site.admin));
  }

  async erase(member: TestMember, texts = true): Promise<void> {
    await this.services.accountErasure.erase({ userId: member.id, texts }, ...this.by(member));
  }
}
