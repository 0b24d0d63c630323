import { structure } from '../structure/decide.js';
import type { StructureEvent } from '../structure/events.js';
import type { ThreadEvent } from '../thread/events.js';
import { memberRole } from '../roles.js';
import { anna } from './people.js';

const buildNamedFields = (name: string) => ({ name, displayName: name, description: '', icon: 'default' });
const hiddenFlags = { can_view: false, can_post: true, can_reply: true, can_delete_post: false, can_emoji_react: true };
const events: StructureEvent[] = [
  { type: 'SectionCreated.v1', data: { sectionId: 1, ...buildNamedFields('community'), allowThreadsDirect: true } },
  { type: 'SubsectionCreated.v1', data: { subsectionId: 2, sectionId: 1, ...buildNamedFields('builds') } },
  { type: 'SectionCreated.v1', data: { sectionId: 3, ...buildNamedFields('staff room'), allowThreadsDirect: true } },
  {
    type: 'PermissionsSet.v1',
    data: { sectionId: 3, subsectionId: null, entries: [{ roleId: memberRole.id, ...hiddenFlags }], before: [] },
  },
  { type: 'SectionCreated.v1', data: { sectionId: 4, ...buildNamedFields('modes'), allowThreadsDirect: false } },
  { type: 'SubsectionCreated.v1', data: { subsectionId: 5, sectionId: 4, ...buildNamedFields('kingdoms') } },
];
export const forum = events.reduce(structure.evolve, structure.initial());

export const annasThread = {
  type: 'ThreadCreated.v1',
  data: {
    threadId: 10,
    sectionId: 1,
    subsectionId: null,
    authorId: anna.userId ?? 0,
    title: 'sealed title',
    content: 'sealed content',
    locked: false,
    sticky: false,
  },
} as const satisfies ThreadEvent;
