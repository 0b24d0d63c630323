import { adminRole, memberRole } from '../roles.js';
import type { StaffState } from '../staff/state.js';
import { foldName } from './names.js';

const staffWords = ['administrator', 'mod', 'moderator', 'owner', 'staff', 'support', 'system'];

const lookAlikes: Record<string, string> = { '0': 'o', '1': 'i', l: 'i', '3': 'e', '4': 'a', '5': 's' };

const foldLookAlikes = (name: string): string =>
  foldName(name)
    .replace(/[\s\p{P}\p{Cf}]/gu, '')
    .replace(/[01l345]/g, (character) => lookAlikes[character] ?? character);

/** Players could take a member with such a name for staff. */
export function isReservedUsername(username: string, { roles }: Pick<StaffState, 'roles'>): boolean {
  const activeRoles = [...roles.values()].filter(({ deleted }) => !deleted);
  const roleNames = activeRoles.flatMap(({ name, displayName }) => [name, displayName]);
  const reservedNames = [...staffWords, adminRole.name, memberRole.name, ...roleNames];
  return reservedNames.some((name) => foldLookAlikes(name) === foldLookAlikes(username));
}
