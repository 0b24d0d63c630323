/** What somebody typed into the search box, taken apart. Nothing that can be typed is an error. */
export interface SearchText {
  /** All of these must be there. */
  wanted: Term[];
  /** None of these may be there. */
  unwanted: Term[];
}

/** One word, or several that stand beside each other. */
export interface Term {
  text: string;
  /** The last word may go on. */
  prefix: boolean;
}

const mostTerms = 20;
/** A minus, then a phrase that may lack its end, or a word; and a star. */
const piece = /(-?)(?:"([^"]*)("?)|([^\s"]+))(\*?)/gu;
const letter = /[\p{L}\p{N}]/u;
/** One letter alone begins so many words that looking for all of them would take long. */
const longEnough = /[\p{L}\p{N}]{2}$/u;

/**
 * Words and "phrases" must be there, those after a minus must not. A word with a star may go on, and so may the last
 * one, which may still be being typed. More than twenty words and phrases are passed over.
 */
export function parseSearch(query: string): SearchText {
  const pieces = [...printable(query).matchAll(piece)];
  const terms = pieces
    .map(([, minus, phrase, closing, word, star], index) => {
      const typing = index === pieces.length - 1 && closing !== '"' && minus === '';
      const text = (phrase ?? word ?? '').replace(/[*\s]+$/, '').trim();
      const prefix = (typing || star === '*' || word?.endsWith('*') === true) && longEnough.test(text);
      return { minus: minus === '-', term: { text, prefix } };
    })
    .filter(({ term }) => letter.test(term.text))
    .slice(0, mostTerms);
  const those = (minus: boolean) => terms.filter((it) => it.minus === minus).map(({ term }) => term);
  return { wanted: those(false), unwanted: those(true) };
}

/** What every thread and reply that is looked for has: one of the tags of each list. */
export type TagLists = readonly (readonly string[])[];

/**
 * An FTS5 expression over the columns title, body and tags, in which everything that was typed stands in quotes. Null
 * when it asks for nothing, or for nothing that could be.
 */
export function matchExpression({ wanted, unwanted }: SearchText, tags: TagLists): string | null {
  if (tags.some((list) => list.length === 0)) return null;
  const parts = tags.map((list) => `tags : (${list.map(quoted).join(' OR ')})`);
  if (wanted.length > 0) parts.push(`{title body} : (${wanted.map(phraseOf).join(' AND ')})`);
  if (parts.length === 0) return null;
  const positive = parts.join(' AND ');
  return unwanted.length > 0 ? `(${positive}) NOT {title body} : (${unwanted.map(phraseOf).join(' OR ')})` : positive;
}

const phraseOf = ({ text, prefix }: Term): string => quoted(text) + (prefix ? ' *' : '');
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** In one form for each letter, and without control characters, which SQLite would take for an end or we for a mark. */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cc}/gu, ' ');
}
