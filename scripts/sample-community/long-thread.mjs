// @ts-check
import { parseReply } from './more-threads.mjs';

const diaryEntries = [
  'Bram: Day {day}: two more arches, and the river is still where it was.',
  'Sanne: The second arch looks lower than the first. Or is that the hill?',
  'Bram: It is the hill. I measured it with a cow.',
  'Noor: I planted reeds along the left bank so that it does not look so new.',
  'Fenna: On the map it is called *Bram’s Doubt* now. I can still change it.',
  'Daan_V: Brought four stacks of stone bricks. They are in the barrel by the tent.',
  'Ravi: If the railway may use the upper deck, I lay the rails for free.',
  'Lotte: Crossed it by boat, below. Nice echo.',
  'Yusuf: Walls along the sides, please. I lost a horse here.',
  'Bram: Walls tomorrow. The horse is fine, it lives in Oakfield now.',
  'Tijmen: Shall we open it with an event, when it ends somewhere?',
  'Kasper: > when it ends somewhere\n\nThat is a large "when".',
  'Eefje: The lanterns every seven blocks are right. Do not let anybody talk you into five.',
  'Mila: Looks wonderful from the lighthouse. I moved the fog a little so that one can see it.',
];
const replyCount = 140;

/**
 * A thread with many pages: the members' diary of building a bridge.
 * @type {import('./sample-community.mjs').SampleThread}
 */
export const longThread = {
  place: 'community',
  by: 'Bram',
  title: 'The long bridge: a diary',
  content:
    'A bridge from the old road into the fog, one stretch a day, until it arrives somewhere. I write down how far it is.\n\nHelpers are welcome: the barrel by the tent takes **stone bricks, lanterns and soup**.',
  replies: Array.from({ length: replyCount }, (_, n) => {
    const day = Math.floor(n / diaryEntries.length) + 1;
    return parseReply((diaryEntries[n % diaryEntries.length] ?? '').replace('{day}', String(day)));
  }),
  unread: 12,
};
