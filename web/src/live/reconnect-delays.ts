/**
 * Reconnection delays for Socket.IO, in milliseconds: half a second at first, at most two seconds, so that every
 * browser is back within five seconds of an outage.
 */
export const reconnectDelays = { reconnectionDelay: 500, reconnectionDelayMax: 2_000, randomizationFactor: 0.5 };
