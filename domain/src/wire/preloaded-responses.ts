/** What a GET call answers, as the HTML of a page brings it along. */
export interface PreloadedResponse {
  status: number;
  /** By their names in small letters: those that the pages read. */
  headers: Record<string, string>;
  body: unknown;
}

/** By the addresses of the calls below `/api`, as the page would ask for them. */
export type PreloadedResponses = Record<string, PreloadedResponse>;

/** Of the element of a page that holds them. */
export const preloadedResponsesId = 'given-answers';
