/** In milliseconds. Brings every browser back within five seconds after an outage. */
export const reconnectDelays = { reconnectionDelay: 500, reconnectionDelayMax: 2_000, randomizationFactor: 0.5 };
