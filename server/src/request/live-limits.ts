/** Limits for a single client. `/api/asyncapi.json` documents them. */
export const liveLimits = {
  socketsPerAddress: 200,
  messageBytes: 16 * 1024,
  packets: { perConnection: 300, perAddress: 1_000, seconds: 10 },
  joins: { perConnection: 300, seconds: 10 },
  /** Per connection. */
  pendingRequests: 50,
  /** A client that missed more of a topic's changes gets a resync. */
  missedChanges: 200,
} as const;
