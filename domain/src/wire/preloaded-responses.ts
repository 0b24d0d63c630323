/** The response to a GET call, as the HTML of a page contains it. */
export interface PreloadedResponse {
  status: number;
  /** The headers that pages read, by lower-case name. */
  headers: Record<string, string>;
  body: unknown;
}

/** By the address of the call below `/api`. */
export type PreloadedResponses = Record<string, PreloadedResponse>;

/** The id of the page's element that holds them. */
export const preloadedResponsesId = 'given-answers';
