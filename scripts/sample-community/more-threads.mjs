// @ts-check

/**
 * The older threads of the sample community, in the order in which they are posted.
 * @type {import('./sample-community.mjs').SampleThread[]}
 */
export const olderThreads = [
  short(
    'news',
    'Mila',
    'Backups run every four hours now',
    'They ran once a day. Nothing changes for you, except that less is lost when something breaks.',
    'Ravi: Sleeping better already.',
  ),
  short(
    'updates',
    'Jorik',
    'Battle Royale 1.9: smaller circle, faster boats',
    'The circle closes a minute earlier and boats are a third faster. Both are on trial until the end of the month.',
    'Kasper: The boats are great, the circle is mean.',
    'Lotte: Mean is what a circle is for.',
  ),
  short(
    'updates',
    'Jorik',
    'Map downloads are back',
    'A world of a finished season can be downloaded from its page, without the chests.',
    'Eefje: Season three is 4 GB. Worth it.',
  ),
  short(
    'community/help',
    'Wout1999',
    'Cannot join with 1.20.1',
    'It says "outdated client" since the update. Do I need a newer version, or do you need an older one?',
    'Tijmen: 1.20.4 or newer. The old ones can no longer see the borders.',
    'Wout1999: Works. Thanks!',
  ),
  short(
    'community/help',
    'Iris',
    'How do I link my account to the website?',
    'I found the command somewhere and lost it again.',
    'Fenna: `/link` in the game, then the code on your profile.',
    'Iris: Found it, thank you.',
  ),
  short(
    'community/help',
    'Yusuf',
    'Chests are locked after a change of name',
    'I changed my name last week and my chests still know the old one.',
    'Jorik: Fixed for everybody who changed their name this month.',
  ),
  short(
    'community/help',
    'Kasper',
    'Texture pack makes the lanterns invisible',
    'Only the hanging ones, only at night. The pack is the newest one of its kind.',
  ),
  short(
    'community/builds',
    'Noor',
    'A greenhouse on the library roof',
    'Glass from three towns, a door that closes by itself and eleven hives. Come and look: `/warp greenhouse`.',
    'Sanne: The door caught my cat. Otherwise perfect.',
    'Noor: Your cat lives here now.',
  ),
  short(
    'community/builds',
    'Lotte',
    'Tiny house challenge: 9 × 9',
    'Nine by nine blocks of ground, as high as you like. Post yours below until the end of the month.',
    'Ravi: Mine has a cellar. Nobody said anything about down.',
    'Eefje: Mine is a boot.',
    'Lotte: Both count.',
  ),
  short(
    'community/builds',
    'Ravi',
    'Railway to the northern villages',
    'Four stations, a loop at each end. I need spruce, and somebody who likes digging.',
    'Daan_V: I like digging.',
    'Yusuf: I have nine stacks of spruce in a barrel that nobody looks into.',
  ),
  short(
    'community/market',
    'Yusuf',
    'Selling: maps of the outer islands',
    'Twelve maps, framed, five diamonds each or sixty for the wall.',
    'Fenna: I take the wall.',
  ),
  short(
    'community/market',
    'Eefje',
    'Wanted: moss, all of it',
    'A block of emerald for each double chest.',
    'Bram: Will a bridge full of it do?',
  ),
  short(
    'community/events',
    'Tijmen',
    'Boat race of spring: the results',
    '1. Lotte, 2:41\n2. Kasper, 2:44\n3. Daan_V, who rammed Kasper, 2:58',
    'Kasper: I would like to say something about the third place.',
    'Daan_V: It was the current.',
  ),
  short(
    'community/events',
    'Tijmen',
    'Treasure hunt on Sunday: what you need',
    'A shovel, a boat and a friend who can read a compass. Starts at 15:00 at the fountain.',
    'Iris: I have a shovel and a boat.',
    'Wout1999: I can read a compass!',
  ),
  short(
    'community',
    'Kasper',
    'Which music do you build to?',
    'I am through my list for the third time this month.',
    'Noor: Rain.',
    'Ravi: The same twelve songs since 2019.',
    'Eefje: Whatever Ravi plays at the station.',
  ),
  short(
    'community',
    'Iris',
    'Hello from a new player',
    'I came for the boats and stay for the bees. Is there a town with room for a small shop?',
    'Mila: Welcome! Ask in Harbourside, they have three empty houses.',
    'Noor: And the bees say hello back.',
  ),
  short(
    'community',
    'Fenna',
    'Let us draw the road map of the old world',
    'Most signs are wrong since the roads moved. I draw, you walk: write down what you find between two towns.',
    'Yusuf: Harbourside to Oakfield is 412 blocks, with a detour for a cow.',
    'Ravi: The cow is a fixed point. Keep it on the map.',
  ),
  short(
    'community',
    'Eefje',
    'Farewell to the old spawn tree',
    'Leave a flower before Saturday. I planted the first sapling in 2020 and it still looks like a mistake.',
    'Mila: The best mistake we have. Its wood goes into the new pier.',
  ),
  short(
    'community',
    'Ravi',
    'Idea: a lift in the lighthouse',
    'One hundred and ninety steps is a lot for a shop that sells ladders.',
  ),
  short(
    'community/events',
    'Lotte',
    'Fishing night at the old pier',
    'Rods are in the chest, the moon is full on Thursday. The largest fish names the next boat.',
    'Yusuf: Last time that was a boot.',
    'Lotte: And the boat is called Boot.',
  ),
  short(
    'community/builds',
    'Sanne',
    'Castle, second half: the gate',
    'Two towers, one bridge that Bram may not touch. Pictures when the scaffolding is gone.',
    'Bram: I only want to help.',
    'Noor: The ivy is ready when you are.',
  ),
];

/**
 * @param {string} place
 * @param {string} by
 * @param {string} title
 * @param {string} content
 * @param {...string} replies each `Who: what`
 * @returns {import('./sample-community.mjs').SampleThread}
 */
function short(place, by, title, content, ...replies) {
  return { place, by, title, content, replies: replies.map(spoken) };
}

/**
 * @param {string} line
 * @returns {[string, string]} who, and what
 */
export function spoken(line) {
  const [who = '', ...text] = line.split(': ');
  return [who, text.join(': ')];
}
