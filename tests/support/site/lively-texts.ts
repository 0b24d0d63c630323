/** These subsections supplement those of the sample community. */

export const subsections = [
  { name: 'redstone', display_name: 'Redstone', description: 'Circuits, farms and doors that open', icon: 'puzzle' },
  { name: 'stories', display_name: 'Stories', description: 'What happened out there', icon: 'book' },
];

/** These members supplement those of the sample community. */
export const newcomers = ['Pim', 'Loes', 'Ruben', 'Inge', 'Koen', 'Yara', 'Wout'];

export const threads: readonly [place: string, title: string, content: string][] = [
  ['news', 'New moderators: welcome Tijmen and Noor', 'Both have helped in chat for months; now they may tidy up too.'],
  ['updates', 'Battle Royale 1.9: smaller maps, faster ends', 'The storm is quicker and the last circle stays dry.'],
  ['updates', 'Creative plots are twice as large', 'Your plot grows at the next login. Nothing on it moves.'],
  ['community', 'Looking for two for a desert town', 'Sand, sandstone and shade. We start on Sunday.'],
  ['community', 'The best seed that you ever found', 'Share the number and what is at spawn.'],
  ['community', 'Do you play with sound or with music?', 'I turn everything off but the rain.'],
  ['community', 'Trading: saddles for name tags', 'I have nine saddles too many and nobody to ride with.'],
  ['community', 'A railway around the whole world', 'Four stations are ready. Who lays track in the north?'],
  ['community', 'Your first house, then and now', 'Mine had no door for a week because I had no wood left.'],
  ['builds', 'A windmill that turns', 'It turns every hour, with a little cheating.'],
  ['builds', 'Cathedral in deepslate, month three', 'The nave is closed. The towers wait for more stone.'],
  ['builds', 'Small cottages for a small island', 'Six of them, none larger than nine by nine.'],
  ['builds', 'How do you light a cave without torches?', 'Lichen is pretty but dim, lanterns look like a mall.'],
  ['help', 'Cannot join since the last update', 'It says that my version is outdated, but it is the newest.'],
  ['help', 'How do I claim land with friends?', 'We are three and only one of us can open the chests.'],
  ['help', 'My horse is stuck in a fence', 'It looks at me and I look at it.'],
  ['redstone', 'A door of 3 × 3 without slime', 'Twelve pistons and a lot of patience.'],
  ['redstone', 'Sorting machine that does not jam', 'Overflow goes into a chest instead of the lava.'],
  ['stories', 'The night when the village moved', 'We woke up and it was forty blocks further east.'],
  ['stories', 'Lost at sea with one fish', 'Day one: I named the fish.'],
];

export const longTitle = 'A story in a hundred parts, one each';
/** Only one reply contains these words. */
export const rareWords = 'seventeen green umbrellas';
export const rareReply = `On the pier were ${rareWords}, and under each of them someone slept.`;
export const advertisement = 'Cheap diamonds at diamonds.example, the first ten are free!';

/** The number of today's replies per thread. */
export const newReplies: readonly [title: string, count: number][] = [
  ['The best seed that you ever found', 4],
  ['Do you play with sound or with music?', 2],
  ['Creative plots are twice as large', 1],
  ['A windmill that turns', 2],
  ['Small cottages for a small island', 2],
  ['Cannot join since the last update', 3],
  [longTitle, 2],
  ['The night when the village moved', 1],
];
export const newThread = { title: 'Spring fair: who brings what?', content: 'Two weeks from now at spawn.' };

const openings = [
  'Then the ferryman said that',
  'Nobody saw it coming, but',
  'On the next morning',
  'Far below the harbour',
  'Meanwhile in the north',
];
const heroes = [
  'the old baker',
  'a very small dragon',
  'the night watch',
  'someone in a blue cloak',
  'the lighthouse keeper',
  'our cat',
  'the bell',
];
const deeds = [
  'found a door that had not been there before.',
  'sold the last boat for a bag of apples.',
  'heard steps under the market and followed them.',
  'wrote it all down, and lost the book on the way home.',
  'decided to wait for the tide, as one does.',
];

export function buildSentence(n: number): string {
  const pickFrom = (list: readonly string[], at: number) => list[at % list.length] ?? '';
  return `${pickFrom(openings, n)} ${pickFrom(heroes, n * 3 + 1)} ${pickFrom(deeds, n * 2)}`;
}
