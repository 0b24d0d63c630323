import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { expect, test } from 'vitest';
import { topicsOf } from './place-topics.js';

const place = (id: number, day: number | null) => ({
  ...{ id, name: '', display_name: '', description: '', icon: '', thread_count: 0, post_count: 0, version: 1 },
  last_thread:
    day === null ? null : { id, title: '', user_id: 1, username: '', at: `2026-01-${String(day).padStart(2, '0')}` },
  can: { can_view: true, can_post: true, can_reply: true, can_delete_post: false, can_emoji_react: true },
});
const section = (id: number, day: number | null, inside: ReturnType<typeof place>[] = []): SectionRow => ({
  ...place(id, day),
  allow_threads_direct: true,
  prefixes: [],
  subcategories: inside.map((row) => ({ ...row, section_id: id })),
});

test('listens to every section and subsection of a forum of common size, or to those of one section', () => {
  expect(topicsOf([section(1, 1, [place(7, 3)]), section(2, null)])).toEqual([
    'subsection:7',
    'section:1',
    'section:2',
  ]);
  expect(topicsOf([section(1, 1, [place(7, 3)]), section(2, 1, [place(8, 3)])], 2)).toEqual(['subsection:8']);
});

test('listens to the places with the newest posts where there are very many', () => {
  const sections = Array.from({ length: 45 }, (_, index) => section(index + 1, index < 31 ? index + 1 : null));
  const topics = topicsOf(sections);
  expect(topics).toHaveLength(40);
  expect(topics[0]).toBe('section:31');
});
