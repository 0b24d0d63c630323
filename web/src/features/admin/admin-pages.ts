import { can, seesAdminArea, type Actor, type SiteAction } from '@guildhall/domain/permissions.js';
import type { AdminPathName } from '../../shared/paths.js';
import { texts } from './texts.js';

/** What one must be allowed to do to see a page of the admin area; 'any' stands for the area itself. */
const needs: Record<AdminPathName, SiteAction | 'any'> = {
  adminDashboard: 'any',
  adminUsers: 'view-users',
  adminUser: 'view-users',
  adminBan: 'ban',
  adminDelete: 'erase',
  adminRole: 'manage-roles',
  adminRoles: 'manage-roles',
  adminForums: 'manage-structure',
  adminTheme: 'edit-theme',
  adminReports: 'handle-reports',
  adminAudit: 'view-audit',
  adminSettings: 'manage-settings',
  adminFirstRun: 'manage-settings',
  adminMails: 'view-mails',
  adminProjections: 'manage-projections',
};

export function seesAdminPage(actor: Actor, page: AdminPathName): boolean {
  const need = needs[page];
  return seesAdminArea(actor) && (need === 'any' || can(actor, need));
}

export type SidebarPage = keyof typeof texts.pages;

/** The sidebar, in its order. */
export const sidebar: { name: string; pages: SidebarPage[] }[] = [
  { name: texts.people, pages: ['adminDashboard', 'adminUsers', 'adminRoles'] },
  { name: texts.community, pages: ['adminForums', 'adminReports', 'adminAudit'] },
  { name: texts.site, pages: ['adminTheme', 'adminSettings'] },
  { name: texts.system, pages: ['adminMails', 'adminProjections'] },
];
