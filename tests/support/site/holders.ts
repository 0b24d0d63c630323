import type { PermissionKey } from '@guildhall/domain/roles.js';
import type { Site, SiteMember } from './site.js';

/** Creates a role with these keys and Member's permissions. @returns the role's id */
export async function createRoleWith(site: Site, ...keys: PermissionKey[]): Promise<number> {
  const { id } = await site.perform('POST', '/admin/roles', { name: site.createName() }, { as: site.admin });
  for (const permission of keys) {
    await site.perform('POST', `/admin/roles/${id}/permissions`, { permission }, { as: site.admin });
  }
  return id;
}

export async function createHolder(site: Site, role: number): Promise<SiteMember> {
  const person = await site.createMember(site.createName());
  await site.perform('POST', `/admin/role/${person.id}`, { role }, { as: site.admin });
  return person;
}
