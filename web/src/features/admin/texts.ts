/** The words of the admin area's frame. */
export const texts = {
  title: 'Admin',
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
} as const;
