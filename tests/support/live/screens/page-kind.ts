import type { StaffTopic } from '@guildhall/domain/wire/topics.js';
import { createNotificationsScreen, createStaffScreen } from './fetched-screens.js';
import { ListScreen } from './list-screen.js';
import { MarksScreen } from './marks-screen.js';
import { ProfileScreen } from './profile-screen.js';
import type { Screen } from './screen.js';
import { SiteScreen } from './site-screen.js';
import { ThreadScreen } from './thread-screen.js';

export type PageKind =
  | { kind: 'thread'; id: number }
  | { kind: 'section'; id: number }
  | { kind: 'subsection'; id: number; sectionId: number }
  /** `reader` is the logged-in member, if any. The page shows whether they follow the member. */
  | { kind: 'profile'; id: number; username: string; reader?: number }
  | { kind: 'notices'; userId: number }
  /** Includes the marks in the section's list. */
  | { kind: 'marks'; userId: number; sectionId: number }
  | { kind: 'site' }
  | { kind: 'staff'; list: StaffTopic };

export function createScreen(pageKind: PageKind): Screen {
  switch (pageKind.kind) {
    case 'thread':
      return new ThreadScreen(pageKind.id);
    case 'section':
      return new ListScreen(pageKind.id, null);
    case 'subsection':
      return new ListScreen(pageKind.sectionId, pageKind.id);
    case 'profile':
      return new ProfileScreen(pageKind);
    case 'notices':
      return createNotificationsScreen(pageKind.userId);
    case 'marks':
      return new MarksScreen(pageKind.userId, pageKind.sectionId);
    case 'site':
      return new SiteScreen();
    case 'staff':
      return createStaffScreen(pageKind.list);
  }
}
