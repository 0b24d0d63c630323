/** In milliseconds. After an outage, every browser is back within five seconds. */
export const reconnectDelays = { reconnectionDelay: 500, reconnectionDelayMax: 2_000, randomizationFactor: 0.5 };
