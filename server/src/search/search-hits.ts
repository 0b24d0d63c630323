import type { SearchHit } from '@guildhall/domain/wire/schemas/forum/search.js';
import type { Directory } from '../read-models/members/directory.js';
import type { AccountName } from '../vault/account/account.js';
import type { FoundText } from './find-texts.js';
import { createMarker, type ExpandedTerm } from './terms/match-terms.js';
import { marks, cutSnippet } from './terms/snippet.js';

interface HitDependencies {
  directory: Pick<Directory, 'getAuthor' | 'findPrefix'>;
}

export function buildMemberHits({ directory }: HitDependencies, members: readonly AccountName[]): SearchHit[] {
  return members.map(({ id, username, createdAt }) => ({
    kind: 'member',
    id,
    thread_id: null,
    section_id: null,
    subsection_id: null,
    prefix: null,
    order: null,
    title: username,
    title_html: toMarkedHtml(username),
    snippet_html: '',
    ...directory.getAuthor(id),
    created_at: createdAt,
  }));
}

const erasedPlaceholder = '[erased]';

export function buildTextHits(
  { directory }: HitDependencies,
  terms: readonly ExpandedTerm[],
): (foundText: FoundText) => SearchHit {
  const mark = createMarker(terms);
  return ({ kind, id, thread_id, section_id, subsection_id, prefix_id, author_id, created_at, position, ...found }) => {
    const title = found.title ?? erasedPlaceholder;
    return {
      kind,
      id,
      thread_id,
      section_id,
      subsection_id,
      title,
      prefix: directory.findPrefix(section_id, prefix_id),
      ...(found.solved && { solved: true as const }),
      title_html: toMarkedHtml(kind === 'thread' ? mark(title) : title),
      snippet_html: toMarkedHtml(cutSnippet(mark(found.body))),
      ...directory.getAuthor(author_id),
      created_at,
      order: position,
    };
  };
}

function toMarkedHtml(text: string): string {
  return text
    .replace(/[&<>"]/g, (character) => entities[character] ?? '')
    .replaceAll(marks.begin, '<mark>')
    .replaceAll(marks.end, '</mark>');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
