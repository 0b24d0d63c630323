// @ts-check

/** @typedef {import('./world.mjs').World} World */

const plain = [
  ...['/', '/auth', '/logout', '/verify', '/forgot-password', '/reset-password', '/appeal', '/forums', '/members'],
  ...['/forums/builds', '/forums/builds/new', '/forums/builds/help', '/forums/builds/help/new', '/forums/nothing'],
  ...['/stats/Kingdoms', '/staff', '/profile/Steve', '/profile/Nobody_Here', '/search', '/search?q=harbour', '/rules'],
  ...['/store', '/report-a-player', '/report-a-bug', '/settings', '/settings/password', '/notifications'],
  ...['/admin/dashboard', '/admin/user-management', '/admin/role-editor', '/admin/forums-manager', '/admin/mails'],
  ...['/admin/theme-editor', '/admin/reports', '/admin/audit', '/admin/settings', '/admin/first-run'],
  ...['/admin/projections', '/no/such/page', '/forums/thread/12345'],
];
const files = [
  ...['/feed.atom', '/forums/builds/feed.atom', '/forums/builds/help/feed.atom', '/forums/nothing/feed.atom'],
  ...['/sitemap.xml', '/sitemap-places.xml', '/robots.txt', '/theme.css', '/health', '/ready', '/favicon.svg'],
  ...['/api/docs', '/api/docs.css', '/api/nothing', '/avatars/Steve.svg', '/pictures/nothing.webp'],
];

/** Every page of the site for every role, and the files beside them. @param {World} world */
export async function lookAtPages(world) {
  const { recorder } = world;
  const { id: member } = world.who('member');
  const rows = await recorder.prepare(world.who('member'), 'get /forums/threads', {
    query: { section_id: world.section },
  });
  const own = ['/admin/users/', '/admin/ban/', '/admin/delete/', '/admin/role/'].map((path) => `${path}${member}`);
  const threads = rows.map((/** @type {{ id: number }} */ { id }) => `/forums/thread/${id}`);
  for (const person of Object.values(world.cast)) {
    for (const path of [...plain, ...own, ...threads]) await recorder.page(person, path);
  }
  const guest = world.who('guest');
  for (const path of files) await recorder.page(guest, path, '*/*', 'file');
  const { text } = await recorder.page(guest, '/sitemap.xml', '*/*', 'file: index');
  for (const [, path = ''] of text.matchAll(/<loc>http:\/\/[^/]+([^<]+)<\/loc>/g)) {
    await recorder.page(guest, path, '*/*', 'file: of the sitemap');
  }
  const [picture] = /\/pictures\/[\w-]+\.\w+/.exec(JSON.stringify(rows)) ?? [];
  if (picture) await recorder.page(guest, picture, '*/*', 'file: picture');
}
