import { expect, test } from 'vitest';
import { buildSectionRow, buildSubsectionRow } from '../../../testing/rows.js';
import { listTopics } from './place-topics.js';

/** `day` is the day in January of the newest post, or null if there are no posts. */
const place = (id: number, day: number | null) => {
  const at = `2026-01-${String(day).padStart(2, '0')}`;
  return { id, last_thread: day === null ? null : { id, title: '', prefix: null, user_id: 1, username: '', at } };
};
const buildSection = (id: number, day: number | null, inside: ReturnType<typeof place>[] = []) =>
  buildSectionRow({
    ...place(id, day),
    subcategories: inside.map((row) => buildSubsectionRow({ ...row, section_id: id })),
  });

test('subscribes to all places of a normal-sized forum, or to those of one section', () => {
  expect(listTopics([buildSection(1, 1, [place(7, 3)]), buildSection(2, null)])).toEqual([
    'subsection:7',
    'section:1',
    'section:2',
  ]);
  expect(listTopics([buildSection(1, 1, [place(7, 3)]), buildSection(2, 1, [place(8, 3)])], 2)).toEqual([
    'subsection:8',
  ]);
});

test('subscribes only to the places with the newest posts if there are very many', () => {
  const sections = Array.from({ length: 45 }, (_, index) => buildSection(index + 1, index < 31 ? index + 1 : null));
  const topics = listTopics(sections);
  expect(topics).toHaveLength(40);
  expect(topics[0]).toBe('section:31');
});
