// @ts-check

/**
 * @typedef {object} SamplePerson
 * @property {string} name
 * @property {import('./draw-head.mjs').Head} [head] drawn as their picture; without it, their initial is shown
 * @property {string} [title]
 * @property {string} [bio]
 * @property {{ label: string, url: string }[]} [links]
 * @property {'Moderator' | 'Builder'} [role]
 */

/**
 * Members of the sample community; the first becomes Admin.
 * @type {SamplePerson[]}
 */
export const people = [
  {
    name: 'Mila',
    head: { skin: '#f0c8a4', hair: '#3b2417', eyes: '#3f7d58', background: '#c9823b', style: 'long' },
    title: 'Owner of the lighthouse',
    bio: 'Started this server with four friends in 2019. Reads everything, builds lighthouses, answers slowly on Mondays.',
    links: [{ label: 'Map of the worlds', url: 'https://map.example.org' }],
  },
  {
    name: 'Jorik',
    head: { skin: '#e3b088', hair: '#c9a24b', eyes: '#3a5f9e', background: '#35597a', style: 'short' },
    title: 'Kingdoms and plugins',
    bio: 'Writes the plugins of Kingdoms. Write bugs in Help, with the time at which they happened.',
    role: 'Moderator',
  },
  {
    name: 'Sanne',
    head: { skin: '#f3d2b5', hair: '#a5482b', eyes: '#4b7a3f', background: '#5c7f4e', style: 'long' },
    title: 'Half a castle',
    bio: 'Builds castles from old drawings, one half at a time. Mostly here in the evening, often at the pier.',
    links: [
      { label: 'Drawings', url: 'https://drawings.example.org/sanne' },
      { label: 'Castle diary', url: 'https://castles.example.org' },
    ],
    role: 'Builder',
  },
  {
    name: 'Bram',
    head: { skin: '#d9a47c', hair: '#221a16', eyes: '#5a3c22', background: '#7d4a4a', style: 'short' },
    title: 'Bridges to nowhere',
  },
  {
    name: 'Noor',
    head: { skin: '#b27a52', hair: '#1d1512', eyes: '#3b2a1c', background: '#8b6bb0', style: 'long' },
    title: 'Keeper of bees',
    role: 'Builder',
  },
  {
    name: 'Tijmen',
    head: { skin: '#efc39b', hair: '#7c5a36', eyes: '#45678c', background: '#44747a', style: 'short' },
    title: 'Events',
    role: 'Moderator',
  },
  { name: 'Fenna', head: { skin: '#f2cfae', hair: '#d8b35d', eyes: '#3a6f8f', background: '#b0617b', style: 'long' } },
  {
    name: 'Daan_V',
    head: { skin: '#dba97f', hair: '#5a3a22', eyes: '#5c7a3b', background: '#4d6b3c', style: 'short' },
  },
  { name: 'Yusuf', head: { skin: '#a86f47', hair: '#17110e', eyes: '#2b1c12', background: '#b98b3e', style: 'short' } },
  { name: 'Lotte', head: { skin: '#f4d8c0', hair: '#8e3d55', eyes: '#5b5a8e', background: '#3f5f8f', style: 'short' } },
  { name: 'Ravi', head: { skin: '#8f5c3a', hair: '#120d0b', eyes: '#2e1d13', background: '#3e7d6b', style: 'short' } },
  { name: 'Eefje', head: { skin: '#f1cba8', hair: '#b9b2a8', eyes: '#5f8a9a', background: '#6a5a87', style: 'long' } },
  {
    name: 'Kasper',
    head: { skin: '#e6b892', hair: '#d06a2f', eyes: '#3f7d58', background: '#59616b', style: 'short' },
  },
  { name: 'Wout1999' },
  { name: 'Iris' },
];

/** Each pair consists of a follower and the followed member. @type {[string, string][]} */
export const follows = [
  ['Bram', 'Sanne'],
  ['Noor', 'Sanne'],
  ['Fenna', 'Sanne'],
  ['Tijmen', 'Sanne'],
  ['Sanne', 'Noor'],
  ['Sanne', 'Mila'],
  ['Iris', 'Mila'],
  ['Lotte', 'Mila'],
];

export const walls = [
  {
    owner: 'Sanne',
    by: 'Noor',
    content: 'The west tower is wonderful. May the bees move in below the roof?',
    replies: [
      ['Sanne', 'They may, if they leave the banners alone.'],
      ['Noor', 'They promise.'],
    ],
  },
  { owner: 'Sanne', by: 'Bram', content: 'Your moat needs a bridge. Just saying.', replies: [] },
];

/** @type {{ by: string, kind: string, text: string, username?: string, thread?: string }[]} */
export const reports = [
  { by: 'Iris', kind: 'bug', text: 'The compass shows the borders of the old world after a restart.' },
  {
    by: 'Lotte',
    kind: 'player',
    username: 'Wout1999',
    text: 'Took the lanterns from the pier, twice, and said so in chat.',
  },
  {
    by: 'Noor',
    kind: 'post',
    text: 'Not in the right place: this belongs in Market.',
    thread: 'Wanted: moss, all of it',
  },
];

export const sampleRoles = [
  {
    name: 'Moderator',
    description: 'Keeps the forums friendly',
    color: '#7fb4e6',
    permissions: [
      'view_forums',
      'create_topics',
      'comment',
      'sticky_topics',
      'lock_topics',
      'delete_topics',
      'moderate_comments',
    ],
  },
  { name: 'Builder', description: 'Builds what the team plans', color: '#9ccf6f', permissions: [] },
];
