/**
 * How long a browser waits before it reconnects, for Socket.IO: half a second at first, growing up to two, so that all
 * are back within five seconds of any outage of the server.
 */
export const reconnectDelays = { reconnectionDelay: 500, reconnectionDelayMax: 2_000, randomizationFactor: 0.5 };
