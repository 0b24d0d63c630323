const grouped = (count: number) => count.toLocaleString('en');

/** The words of the admin area's frame. */
export const texts = {
  title: 'Admin',
  closed: 'This page is closed to you now.',
  closedBody: 'Your role, or what it may do, was changed. What stands in the menu is still open to you.',
  closedHome: 'Go to Home',
  welcome: (name: string) => `Welcome ${name}`,
  guest: 'Guest',
  hide: 'Hide the sidebar',
  show: 'Show the sidebar',
  people: 'People',
  community: 'Community',
  site: 'Site',
  system: 'System',
  pages: {
    adminDashboard: 'Dashboard',
    adminUsers: 'User management',
    adminRoles: 'Role editor',
    adminForums: 'Forums manager',
    adminTheme: 'Theme editor',
    adminReports: 'Reports',
    adminAudit: 'Audit',
    adminSettings: 'Site settings',
    adminMails: 'Mail',
    adminProjections: 'Projections',
  },
  goBack: 'Go back',
  undo: {
    name: 'Undo',
    again: 'Try again',
    done: (text: string) => `Undone: ${text}`,
    failed: 'This could not be undone.',
  },
  pager: {
    label: 'Pages of the table',
    rows: (from: number, to: number, total: number) =>
      total === 0 ? 'No rows' : `${grouped(from)}–${grouped(to)} of ${grouped(total)}`,
    page: (page: number, last: number) => `Page ${grouped(page)} of ${grouped(last)}`,
    previous: 'Previous',
    next: 'Next',
  },
} as const;
