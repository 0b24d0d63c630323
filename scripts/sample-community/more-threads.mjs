// @ts-check

/**
 * The sample community's older threads, in posting order.
 * @type {import('./sample-community.mjs').SampleThread[]}
 */
export const olderThreads = [
  buildShortThread(
    'news',
    'Mila',
    'Backups run every four hours now',
    'They ran once a day. Nothing changes for you, except that less is lost when something breaks.',
    'Ravi: Sleeping better already.',
  ),
  buildShortThread(
    'community/help',
    'Wout1999',
    'Cannot join with 1.20.1',
    'It says "outdated client" since the update. Do I need a newer version, or do you need an older one?',
    'Tijmen: 1.20.4 or newer. The old ones can no longer see the borders.',
    'Wout1999: Works. Thanks!',
  ),
  buildShortThread(
    'community/builds',
    'Noor',
    'A greenhouse on the library roof',
    'Glass from three towns, a door that closes by itself and eleven hives. Come and look: `/warp greenhouse`.',
    'Sanne: The door caught my cat. Otherwise perfect.',
    'Noor: Your cat lives here now.',
  ),
  buildShortThread(
    'community/builds',
    'Lotte',
    'Tiny house challenge: 9 × 9',
    'Nine by nine blocks of ground, as high as you like. Post yours below until the end of the month.',
    'Ravi: Mine has a cellar. Nobody said anything about down.',
    'Eefje: Mine is a boot.',
    'Lotte: Both count.',
  ),
  buildShortThread(
    'community/market',
    'Eefje',
    'Wanted: moss, all of it',
    'A block of emerald for each double chest.',
    'Bram: Will a bridge full of it do?',
  ),
  buildShortThread(
    'community/events',
    'Tijmen',
    'Boat race of spring: the results',
    '1. Lotte, 2:41\n2. Kasper, 2:44\n3. Daan_V, who rammed Kasper, 2:58',
    'Kasper: I would like to say something about the third place.',
    'Daan_V: It was the current.',
  ),
  buildShortThread(
    'community',
    'Kasper',
    'Which music do you build to?',
    'I am through my list for the third time this month.',
    'Noor: Rain.',
    'Ravi: The same twelve songs since 2019.',
    'Eefje: Whatever Ravi plays at the station.',
  ),
  buildShortThread(
    'community',
    'Iris',
    'Hello from a new player',
    'I came for the boats and stay for the bees. Is there a town with room for a small shop?',
    'Mila: Welcome! Ask in Harbourside, they have three empty houses.',
    'Noor: And the bees say hello back.',
  ),
];

/**
 * @param {string} place
 * @param {string} by
 * @param {string} title
 * @param {string} content
 * @param {...string} replies each `Author: text`
 * @returns {import('./sample-community.mjs').SampleThread}
 */
function buildShortThread(place, by, title, content, ...replies) {
  return { place, by, title, content, replies: replies.map(parseReply) };
}

/**
 * @param {string} line
 * @returns {[string, string]} author and text
 */
export function parseReply(line) {
  const [author = '', ...text] = line.split(': ');
  return [author, text.join(': ')];
}
