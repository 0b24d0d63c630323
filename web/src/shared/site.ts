/** What the owner of a site names; the links are null until he has set them. */
export const site: { name: string; serverAddress: string; chatLink: string | null } = {
  name: 'Guildhall',
  serverAddress: 'play.guildhall.net',
  chatLink: null,
};
