export interface PreloadedResponse {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

export type PreloadedResponses = Record<string, PreloadedResponse>;

export const preloadedResponsesId = 'given-answers';
