import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor } from '@guildhall/domain/permissions.js';
import type { Place, StructureState } from '@guildhall/domain/structure/state.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { SearchHit } from '@guildhall/domain/wire/schemas/forum/search.js';
import type { Directory } from '../read-models/members/directory.js';
import type { Policy } from '../policy/policy.js';
import { WorkInSteps } from '../process/work-in-steps.js';
import type { AccountName } from '../vault/account/account.js';
import { maxRanked, type FoundPage, type FoundText, type RankedCursor } from './find-texts.js';
import { fold } from '../text/fold.js';
import { parseSearch, replaceControlCharacters, type SearchText } from './terms/query-text.js';
import type { Search } from './search.js';
import { buildMemberHits, buildTextHits } from './search-hits.js';
import type { TextQuery } from './text-query.js';
import type { OwnedPrefix } from './terms/tags.js';

/** Dates are inclusive, in ISO 8601 and UTC. */
export interface SearchRequest {
  q: string;
  type: 'threads' | 'posts' | 'members' | 'all';
  author?: string | undefined;
  section_id: number | null;
  subsection_id: number | null;
  from?: string | undefined;
  to?: string | undefined;
  sort: 'relevance' | 'newest';
  limit: number;
  newest?: number | undefined;
  cursor?: string | undefined;
}

export interface SearchPage {
  hits: SearchHit[];
  newest?: SearchHit[];
  cursor: string | null;
}

interface SearchDependencies {
  search: Search;
  policy: Policy;
  directory: Directory;
}

/** In a search for everything, up to this many members come before the first page's posts. */
const maxMemberHits = 5;

/** Treats hidden places as if they did not exist. */
export async function runSearch(using: SearchDependencies, actor: Actor, request: SearchRequest): Promise<SearchPage> {
  const filters = request.cursor ? { ...request, newest: undefined } : request;
  const text = parseSearch(filters.q);
  if (filters.type === 'members') return findMemberPage(using, text, filters);
  const hasFilter = [filters.author, filters.section_id, filters.subsection_id, filters.from, filters.to].some(
    (filter) => filter !== undefined && filter !== null,
  );
  const isNarrowed = hasFilter || requiresThread(text);
  if (!isNarrowed && text.required.length === 0) return { hits: [], cursor: null };
  const members =
    filters.type === 'all' && !isNarrowed && !filters.cursor ? findMembers(using, text, 0, maxMemberHits) : [];
  const { texts, terms, cursor, newest } = await findTexts(using, text, actor, filters);
  await using.directory.ensure([...texts, ...newest].map(({ author_id }) => author_id));
  const hitOf = buildTextHits(using, terms);
  return {
    hits: [...buildMemberHits(using, members), ...(await makeHits(texts, hitOf))],
    ...(filters.newest !== undefined && { newest: await makeHits(newest, hitOf) }),
    cursor,
  };
}

const requiresThread = ({ prefixes, solved }: SearchText) => prefixes.required.length > 0 || solved === true;

async function makeHits(texts: readonly FoundText[], hitOf: (text: FoundText) => SearchHit): Promise<SearchHit[]> {
  const hits: SearchHit[] = [];
  const steps = new WorkInSteps();
  for (const text of texts) {
    await steps.next();
    hits.push(hitOf(text));
  }
  return hits;
}

function findMembers(
  { directory }: SearchDependencies,
  { required, excluded }: SearchText,
  offset: number,
  limit: number,
): AccountName[] {
  if (required.length === 0) return [];
  const [words, others] = [required, excluded].map((terms) => terms.map(({ text }) => fold(text)));
  const ids = directory.table.findIdsByName(words ?? [], others ?? [], offset, limit);
  return ids.flatMap((id) => directory.findAccount(id) ?? []);
}

function findMemberPage(using: SearchDependencies, text: SearchText, { limit, cursor }: SearchRequest): SearchPage {
  if (requiresThread(text)) return { hits: [], cursor: null };
  const offset = cursor === undefined ? 0 : Number(requireForm(cursor, /^\d{1,9}$/));
  const members = findMembers(using, text, offset, limit + 1);
  const next = members.length > limit ? String(offset + limit) : null;
  return { hits: buildMemberHits(using, members.slice(0, limit)), cursor: next };
}

interface TextPage extends FoundPage<string> {
  newest: FoundText[];
}

async function findTexts(
  { search, policy, directory }: SearchDependencies,
  text: SearchText,
  actor: Actor,
  filters: SearchRequest,
): Promise<TextPage> {
  const query = buildTextQuery({ policy, directory }, text, actor, filters);
  const isRanked = filters.sort === 'relevance' && text.required.length > 0;
  const page = !query
    ? emptyPage
    : isRanked
      ? await findBestPage(search, query, filters)
      : findNewestPage(search, query, filters);
  await nextTurn();
  return page;
}

const emptyPage: TextPage = { texts: [], newest: [], terms: [], cursor: null };

function buildTextQuery(
  { policy, directory }: Pick<SearchDependencies, 'policy' | 'directory'>,
  text: SearchText,
  actor: Actor,
  filters: SearchRequest,
): TextQuery | null {
  const authorId = filters.author === undefined ? null : directory.findMemberId(filters.author);
  if (filters.author !== undefined && authorId === null) return null;
  const isRequested = (place: Place) =>
    policy.mayView(actor, place) &&
    (filters.section_id === null || place.sectionId === filters.section_id) &&
    (filters.subsection_id === null || place.subsectionId === filters.subsection_id);
  const allPlaces = listPlaces(policy.structure);
  const { required, excluded } = text.prefixes;
  return {
    text,
    kind: filters.type === 'threads' ? 'thread' : filters.type === 'posts' ? 'post' : null,
    places: allPlaces.filter(isRequested),
    others: allPlaces.filter((place) => !isRequested(place)),
    authorId,
    prefixes: required.length === 0 ? null : findPrefixesByLabel(policy.structure, required),
    notPrefixes: findPrefixesByLabel(policy.structure, excluded),
    solved: text.solved,
    from: filters.from ?? null,
    to: filters.to ?? null,
    limit: filters.limit,
  };
}

function listPlaces({ sections, subsections }: Readonly<StructureState>): Place[] {
  return [...[...sections.keys()].map((sectionId) => ({ sectionId, subsectionId: null })), ...subsections.values()];
}

/** Search input cannot contain quotation marks inside a term, so labels are compared without them. */
function findPrefixesByLabel({ sections }: Readonly<StructureState>, names: readonly string[]): OwnedPrefix[] {
  const foldLabel = (name: string) => fold(replaceControlCharacters(name)).replaceAll('"', '').trim();
  const foldedNames = new Set(names.map(foldLabel));
  return [...sections.values()].flatMap(({ sectionId, prefixes }) =>
    prefixes.filter(({ label }) => foldedNames.has(foldLabel(label))).map(({ id }) => ({ sectionId, prefixId: id })),
  );
}

function findNewestPage(search: Search, query: TextQuery, { cursor, newest }: SearchRequest): TextPage {
  const page = search.findNewest(query, cursor === undefined ? null : requireForm(cursor, /^\d{20}$/));
  const newestTexts = newest === undefined ? [] : search.findNewest({ ...query, limit: newest }, null).texts;
  return { ...page, newest: newestTexts };
}

/**
 * The cursor contains the latest position that was ranked for the first page so that later posts do not shift pages.
 */
async function findBestPage(
  search: Search,
  query: TextQuery,
  { cursor, newest = 0 }: SearchRequest,
): Promise<TextPage> {
  const page = await search.findBest(query, cursor === undefined ? null : parseRankedCursor(cursor), newest);
  return { ...page, cursor: page.cursor && `${page.cursor.position}.${page.cursor.offset}` };
}

function parseRankedCursor(cursor: string): RankedCursor {
  const [position = '', offset = ''] = requireForm(cursor, /^\d{20}\.\d{1,4}$/).split('.');
  return { position, offset: Math.min(Number(offset), maxRanked.count) };
}

function requireForm(cursor: string, form: RegExp): string {
  if (!form.test(cursor)) throw new Refusal('validation', 'cursor', 'cursor: is not valid');
  return cursor;
}
