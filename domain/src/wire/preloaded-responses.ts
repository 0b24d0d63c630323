/** The response of a GET call, as the HTML of a page contains it. */
export interface PreloadedResponse {
  status: number;
  /** By their names in small letters: those that the pages read. */
  headers: Record<string, string>;
  body: unknown;
}

/** By the addresses of the calls below `/api`, as the page requests them. */
export type PreloadedResponses = Record<string, PreloadedResponse>;

/** The id of the page's element that holds them. */
export const preloadedResponsesId = 'given-answers';
