import { can, canSeeAdminArea, type Actor } from '@guildhall/domain/permissions.js';
import { pages, type AdminPageName } from '@guildhall/domain/wire/pages.js';
import { texts } from './texts.js';

export function seesAdminPage(actor: Actor, page: AdminPageName): boolean {
  const need = pages[page].needs;
  return canSeeAdminArea(actor) && (need === 'any' || can(actor, need));
}

export type SidebarPage = keyof typeof texts.pages;

/** The sidebar, in its order. */
export const sidebar: { name: string; pages: SidebarPage[] }[] = [
  { name: texts.people, pages: ['adminDashboard', 'adminUsers', 'adminRoles'] },
  { name: texts.community, pages: ['adminForums', 'adminReports', 'adminAudit'] },
  { name: texts.site, pages: ['adminTheme', 'adminSettings'] },
  { name: texts.system, pages: ['adminMails', 'adminProjections'] },
];
