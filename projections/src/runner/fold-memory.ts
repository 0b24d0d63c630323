/** What all collections of one fold have in memory, in approximate bytes of their documents. */
export class FoldMemory {
  /** Counts the pages. */
  round = 0;
  /** Of documents that were entered since the last turn. */
  newBytes = 0;
  /** Of documents that have proved to be used again. */
  keptBytes = 0;
  /** Of documents that the page has read or changed. */
  pageBytes = 0;
}

/** A map, a key and the record of an entry take about as much. */
export const entryBytes = 100;
