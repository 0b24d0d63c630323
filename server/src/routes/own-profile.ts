import { foldName } from '@guildhall/domain/account/names.js';
import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { listRoles } from '@guildhall/domain/staff/state.js';
import { ownProfile, type OwnProfile } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { flag } from '../request/input.js';
import { toCommandContext, requireUser } from '../request/request-context.js';
import { route, tagRoutes } from './operation.js';
import { limitPerMember } from '../http/operation-limits.js';
import { toAboutMember } from '../read-models/members/about.js';
import type { Services } from '../services.js';
import type { AboutAccount } from '../vault/account/account.js';

const isOneLine = (text: string): boolean => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text);
const createTrimmedSchema = (error: string) => z.string({ error }).transform((text) => text.toWellFormed().trim());

function isPublicAddress(text: string): boolean {
  if (text.length > limits.profileLink.url || !URL.canParse(text)) return false;
  const { protocol, username, password, hostname } = new URL(text);
  return protocol === 'https:' && username === '' && password === '' && hostname.includes('.');
}

const link = z.object({
  label: createTrimmedSchema('profile-link')
    .refine((label) => label !== '' && label.length <= limits.profileLink.label && isOneLine(label), {
      error: 'profile-link',
    })
    .meta({ minLength: 1, maxLength: limits.profileLink.label, description: 'One line' }),
  url: createTrimmedSchema('profile-link')
    .refine(isPublicAddress, { error: 'profile-link', abort: true })
    .transform((url) => new URL(url).href)
    .meta({ format: 'uri', maxLength: limits.profileLink.url, description: 'An https address' }),
});

const profile = z.object({
  title: createTrimmedSchema('profile-text')
    .refine((title) => title.length <= limits.memberTitle.max && isOneLine(title), { error: 'profile-text' })
    .meta({ maxLength: limits.memberTitle.max, description: 'One line' })
    .nullable(),
  bio: createTrimmedSchema('profile-text')
    .refine((bio) => bio.length <= limits.bio.max, { error: 'profile-text' })
    .meta({ maxLength: limits.bio.max })
    .nullable(),
  links: z.array(link).max(limits.profileLinks, { error: 'profile-link' }),
  hide_last_seen: flag,
});

export const ownProfileRoutes = tagRoutes('Account', [
  route.get('/account/profile', {
    scope: null,
    summary: 'What you wrote about yourself, and who sees when you were last here',
    response: ownProfile,
    login: 'must-be-logged-in',
    run: async (call, { vault }) => {
      const account = await vault.findAccount(requireUser(call));
      if (!account) throw new Refusal('not-found');
      const body: OwnProfile = { ...toAboutMember(account), hide_last_seen: account.about?.hideSeen ?? false };
      return { cache: 'no-cache', body };
    },
  }),
  route.put('/account/profile', {
    scope: null,
    summary: 'Write about yourself; replaces your title, text and links',
    body: profile,
    response: writeResponse,
    login: 'must-be-logged-in',
    limits: [limitPerMember('change-account')],
    run: async (call, services) => {
      const userId = requireUser(call);
      const { title, bio, links, hide_last_seen: hideSeen } = call.body;
      const about: AboutAccount = { title: title || null, bio: bio || null, links, hideSeen };
      refuseRoleName(services, about.title);
      const outcome = await services.vault.editAccount(userId, () => ({ about }));
      if (outcome !== 'changed') throw new Refusal('not-found');
      await services.directory.refresh([userId]);
      const context = toCommandContext('write-profile', call);
      return services.responses.respondToWrite(await services.commands.account({ type: 'Change', userId }, context));
    },
  }),
]);

/** Rejects titles that could be mistaken for a role. @throws Refusal name-reserved */
function refuseRoleName({ policy }: Services, title: string | null): void {
  const titleKey = title === null ? null : foldName(title);
  const names = listRoles(policy.staff).flatMap(({ name, displayName }) => [name, displayName]);
  if (names.some((name) => foldName(name) === titleKey)) throw new Refusal('name-reserved', 'title');
}
