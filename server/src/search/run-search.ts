import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor } from '@guildhall/domain/permissions.js';
import type { Place, StructureState } from '@guildhall/domain/structure/state.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { SearchHit } from '@guildhall/domain/wire/schemas/forum/search.js';
import type { Directory } from '../read-models/members/directory.js';
import type { Policy } from '../policy/policy.js';
import { WorkInSteps } from '../process/work-in-steps.js';
import type { AccountName } from '../vault/vault.js';
import { maxRanked, type FoundPage, type FoundText, type WeighedCursor } from './find-texts.js';
import { fold } from '../text/fold.js';
import { parseSearch, printable, type SearchText } from './terms/query-text.js';
import type { Search } from './search.js';
import { memberHits, textHits } from './search-hits.js';
import type { TextQuery } from './text-query.js';
import type { OwnedPrefix } from './terms/tags.js';

/** The parameters of a search, checked. Dates are ISO 8601 in UTC and included. */
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
  /** How many of the newest texts the first page has beside its hits. */
  newest?: number | undefined;
  cursor?: string | undefined;
}

export interface SearchPage {
  hits: SearchHit[];
  newest?: SearchHit[];
  /** Of the next page. */
  cursor: string | null;
}

interface SearchDependencies {
  search: Search;
  policy: Policy;
  directory: Directory;
}

/** Members before the texts when everything is searched: in addition to the limit, on the first page. */
const maxMemberHits = 5;

/** A member's search. Places that they may not see yield no results, as if they did not exist. */
export async function runSearch(using: SearchDependencies, actor: Actor, request: SearchRequest): Promise<SearchPage> {
  const asked = request.cursor ? { ...request, newest: undefined } : request; // they are beside the first page
  const text = parseSearch(asked.q);
  if (asked.type === 'members') return memberPage(using, text, asked);
  const filtered = [asked.author, asked.section_id, asked.subsection_id, asked.from, asked.to].some(
    (filter) => filter !== undefined && filter !== null,
  );
  const isNarrowed = filtered || text.prefixes.required.length > 0;
  if (!isNarrowed && text.required.length === 0) return { hits: [], cursor: null };
  const members =
    asked.type === 'all' && !isNarrowed && !asked.cursor ? findMembers(using, text, 0, maxMemberHits) : [];
  const { texts, terms, cursor, newest } = await findTexts(using, text, actor, asked);
  await using.directory.ensure([...texts, ...newest].map(({ author_id }) => author_id));
  const hitOf = textHits(using, terms);
  return {
    hits: [...memberHits(using, members), ...(await inSteps(texts, hitOf))],
    ...(asked.newest !== undefined && { newest: await inSteps(newest, hitOf) }),
    cursor,
  };
}

async function inSteps(texts: readonly FoundText[], hitOf: (found: FoundText) => SearchHit): Promise<SearchHit[]> {
  const hits: SearchHit[] = [];
  const steps = new WorkInSteps();
  for (const found of texts) {
    await steps.next();
    hits.push(hitOf(found));
  }
  return hits;
}

/** Of members only the names are searched: they are in memory and in no file. */
function findMembers(
  { directory }: SearchDependencies,
  { required, excluded }: SearchText,
  offset: number,
  limit: number,
): AccountName[] {
  if (required.length === 0) return [];
  const [words, others] = [required, excluded].map((terms) => terms.map(({ text }) => fold(text)));
  const ids = directory.table.named(words ?? [], others ?? [], offset, limit);
  return ids.flatMap((id) => directory.account(id) ?? []);
}

function memberPage(using: SearchDependencies, text: SearchText, { limit, cursor }: SearchRequest): SearchPage {
  if (text.prefixes.required.length > 0) return { hits: [], cursor: null };
  const offset = cursor === undefined ? 0 : Number(formOf(cursor, /^\d{1,9}$/));
  const found = findMembers(using, text, offset, limit + 1);
  const next = found.length > limit ? String(offset + limit) : null;
  return { hits: memberHits(using, found.slice(0, limit)), cursor: next };
}

interface TextPage extends FoundPage<string> {
  newest: FoundText[];
}

/** Lets others have their turn afterwards. */
async function findTexts(
  { search, policy, directory }: SearchDependencies,
  text: SearchText,
  actor: Actor,
  asked: SearchRequest,
): Promise<TextPage> {
  const query = textQuery({ policy, directory }, text, actor, asked);
  const isRanked = asked.sort === 'relevance' && text.required.length > 0;
  const page = !query ? nothing : isRanked ? await bestPage(search, query, asked) : newestPage(search, query, asked);
  await nextTurn();
  return page;
}

const nothing: TextPage = { texts: [], newest: [], terms: [], cursor: null };

/** Null where nothing can match. */
function textQuery(
  { policy, directory }: Pick<SearchDependencies, 'policy' | 'directory'>,
  text: SearchText,
  actor: Actor,
  asked: SearchRequest,
): TextQuery | null {
  const authorId = asked.author === undefined ? null : directory.memberId(asked.author);
  if (asked.author !== undefined && authorId === null) return null;
  const isRequested = (place: Place) =>
    policy.mayView(actor, place) &&
    (asked.section_id === null || place.sectionId === asked.section_id) &&
    (asked.subsection_id === null || place.subsectionId === asked.subsection_id);
  const everywhere = placesOf(policy.structure);
  const { required, excluded } = text.prefixes;
  return {
    text,
    kind: asked.type === 'threads' ? 'thread' : asked.type === 'posts' ? 'post' : null,
    places: everywhere.filter(isRequested),
    others: everywhere.filter((place) => !isRequested(place)),
    authorId,
    prefixes: required.length === 0 ? null : prefixesNamed(policy.structure, required),
    notPrefixes: prefixesNamed(policy.structure, excluded),
    from: asked.from ?? null,
    to: asked.to ?? null,
    limit: asked.limit,
  };
}

/** Also deleted ones: their threads remain. */
function placesOf({ sections, subsections }: Readonly<StructureState>): Place[] {
  return [...[...sections.keys()].map((sectionId) => ({ sectionId, subsectionId: null })), ...subsections.values()];
}

/** What sections offer now under one of these names. Input cannot quote a quotation mark, so labels are compared without. */
function prefixesNamed({ sections }: Readonly<StructureState>, names: readonly string[]): OwnedPrefix[] {
  const foldedLabel = (name: string) => fold(printable(name)).replaceAll('"', '').trim();
  const folded = new Set(names.map(foldedLabel));
  return [...sections.values()].flatMap(({ sectionId, prefixes }) =>
    prefixes.filter(({ label }) => folded.has(foldedLabel(label))).map(({ id }) => ({ sectionId, prefixId: id })),
  );
}

function newestPage(search: Search, query: TextQuery, { cursor, newest }: SearchRequest): TextPage {
  const page = search.newest(query, cursor === undefined ? null : formOf(cursor, /^\d{20}$/));
  const beside = newest === undefined ? [] : search.newest({ ...query, limit: newest }, null).texts;
  return { ...page, newest: beside };
}

/** The cursor names the newest text that the first page ranked: later ones do not shift the pages. */
async function bestPage(search: Search, query: TextQuery, { cursor, newest = 0 }: SearchRequest): Promise<TextPage> {
  const page = await search.best(query, cursor === undefined ? null : weighedCursor(cursor), newest);
  return { ...page, cursor: page.cursor && `${page.cursor.position}.${page.cursor.offset}` };
}

function weighedCursor(cursor: string): WeighedCursor {
  const [position = '', offset = ''] = formOf(cursor, /^\d{20}\.\d{1,4}$/).split('.');
  return { position, offset: Math.min(Number(offset), maxRanked.count) };
}

/** @throws Refusal for the cursor of another kind of list */
function formOf(cursor: string, form: RegExp): string {
  if (!form.test(cursor)) throw new Refusal('validation', 'cursor', 'cursor: is not valid');
  return cursor;
}
