// @ts-check
import { longThread } from './long-thread.mjs';
import { olderThreads } from './more-threads.mjs';

/** Threads and replies are posted in this order, so the last ones are the newest. */

export const subsections = [
  { name: 'builds', display_name: 'Builds', description: 'Show what you make and ask for ideas', icon: 'idea' },
  {
    name: 'help',
    display_name: 'Help',
    description: 'Questions about the servers, answered by players',
    icon: 'question',
  },
  { name: 'events', display_name: 'Events', description: 'Races, hunts and building evenings', icon: 'calendar' },
  { name: 'market', display_name: 'Market', description: 'What is for sale and what is wanted', icon: 'gift' },
];

export const rules = [
  'Be kind. Argue about the build, never about the builder.',
  'One thread for one matter, in the subcategory it belongs to.',
  'Trades go into Market, with a price and a place.',
  'No spoilers of hunts in titles.',
].join('\n');

export const prefixes = [
  { label: 'Event', color: 'purple' },
  { label: 'Question', color: 'blue' },
  { label: 'Solved', color: 'green' },
];

/**
 * @typedef {object} SampleThread
 * @property {string} place the section's name, or `section/subsection`
 * @property {string} by
 * @property {string} title
 * @property {string} content
 * @property {boolean} [sticky]
 * @property {boolean} [locked] set after the replies
 * @property {string} [prefix] a prefix's label
 * @property {number} [unread] how many of the last replies the screenshots' member has not read; defaults to 0
 * @property {[string, string][]} [reactions] member, and the emoji's name
 * @property {[string, string][]} replies author and text
 */

/** @type {SampleThread[]} */
export const threads = [
  ...olderThreads,
  longThread,
  {
    place: 'news',
    by: 'Mila',
    title: 'House rules, in ten lines',
    content:
      'Be kind, build beside and not on top of each other, and no cheats. **Staff is here to help**: when something is wrong, write it in Help or report it, and do not settle it yourself in chat.',
    sticky: true,
    locked: true,
    replies: [],
  },
  {
    place: 'updates',
    by: 'Jorik',
    title: 'Kingdoms 2.4: taxes, borders and a quieter chat',
    content:
      'Live since this morning:\n\n- Borders show on the map while you hold a compass\n- Taxes are taken once a day, with a warning an hour before\n- `/chat quiet` hides joins and leaves',
    replies: [
      ['Noor', 'The compass borders are lovely. Could they fade out after a while?'],
      ['Jorik', 'Good idea, they fade after ten seconds in 2.4.1.'],
    ],
  },
  {
    place: 'community',
    by: 'Tijmen',
    title: 'Friday evening: build battle, theme is "the sea"',
    content:
      'Eight plots, ninety minutes, everybody votes. Write below when you join, also when you only come to watch. Winners choose the theme of next month.',
    sticky: true,
    prefix: 'Event',
    unread: 1,
    replies: [
      ['Fenna', 'I join, with Daan_V as a team if that is allowed?'],
      ['Tijmen', 'Teams of two are fine.'],
      ['Daan_V', 'Then we are in. Prepare for a *very* large squid.'],
    ],
  },
  {
    place: 'community/help',
    by: 'Daan_V',
    title: 'Lost items after the restart',
    content:
      'My ender chest was empty after the restart of 19:30. It had two stacks of iron in it and my good pickaxe.',
    prefix: 'Solved',
    locked: true,
    replies: [
      ['Jorik', 'Found in the backup. Refunded, check your mailbox.'],
      ['Daan_V', 'Got everything back within ten minutes. Thank you!'],
    ],
  },
  {
    place: 'community',
    by: 'Noor',
    title: 'What did you make this weekend?',
    content:
      'A picture says more than a thousand blocks. Mine: a greenhouse on the roof of the library, with bees, because somebody has to do the pollination around here.',
    replies: [
      ['Bram', 'A bridge that nobody asked for and that leads nowhere. I am proud of it.'],
      ['Sanne', 'Half a castle. The other half is next weekend.'],
    ],
  },
  {
    place: 'community',
    by: 'Bram',
    title: 'Which shaders run well on an old laptop?',
    content:
      'Mine is from 2016 and gets warm from the menu alone. I only want softer shadows and water that looks wet; thirty frames are plenty.',
    prefix: 'Question',
    unread: 2,
    replies: [
      ['Fenna', 'The potato preset of most of them is fine. Turn the clouds off first, they cost the most.'],
      ['Noor', 'And lower the render distance to ten. You will not miss it in the woods.'],
      ['Bram', 'Forty frames with both. Thank you, the water is *very* wet now.'],
      ['Daan_V', 'Sticking this on my list.'],
    ],
  },
  {
    place: 'news',
    by: 'Mila',
    title: 'Winter season starts on Saturday',
    content:
      'Snow in all worlds, a market at spawn and the long night of Battle Royale. The market is open from *Saturday 16:00*; stalls are free, first come, first served.',
    unread: 2,
    replies: [
      ['Fenna', 'Is there place for a stall with maps?'],
      ['Mila', 'There is now. You have the corner next to the fountain.'],
    ],
  },
  {
    place: 'community/builds',
    by: 'Mila',
    title: 'The old harbour makes room: what do we build there?',
    content:
      'The old harbour at spawn comes down on Saturday, and what stands there next is up to you. Show sketches, pictures or a schematic until Thursday; the team builds the three that get the most support.\n\nThe ground is **96 × 64** blocks, and the lighthouse stays.',
    sticky: true,

    reactions: [
      ['Sanne', 'love'],
      ['Noor', 'love'],
      ['Bram', 'like'],
      ['Fenna', 'like'],
      ['Tijmen', 'wow'],
    ],
    replies: [
      [
        'Jorik',
        '> the lighthouse stays\n\nThen the pier can go *under* it: a glass tunnel with rails, water on both sides. A first try is on the test server, `/warp pier`.',
      ],
      [
        'Sanne',
        'I walked through it at night and missed my boat twice. Lanterns along the rails would help, warm ones.',
      ],
      [
        'Tijmen',
        'For the market hall I have three sketches:\n\n1. brick, two floors, a clock above the door\n2. open wood, stalls along the water\n3. a greenhouse like the one Noor built',
      ],
      ['Noor', 'The second one, and take the greenhouse as its roof. I can bring the bees.'],
      ['Bram', 'I would walk from the ferry to the market without getting wet, so: covered pier, please. ☔'],
      ['Fenna', 'Drew a map of it all, with the walking times. The ferry should land one block further east.'],
      ['Mila', 'Agreed on all of it. Jorik, can you move the ferry on the test server before Thursday?'],
      ['Jorik', 'Done. It also rings a bell now when it leaves.'],
      ['Sanne', 'That bell is wonderful. Nice build!'],
    ],
  },
];
