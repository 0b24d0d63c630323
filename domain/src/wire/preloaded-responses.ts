export interface PreloadedResponse {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** By address below `/api`. */
export type PreloadedResponses = Record<string, PreloadedResponse>;

export const preloadedResponsesId = 'given-answers';
