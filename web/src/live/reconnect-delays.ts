/**
 * How long a browser waits before it tries again, for Socket.IO: half a second at first, longer each time. At most two,
 * so that all are back within five seconds of a server that was away for however long.
 */
export const reconnectDelays = { reconnectionDelay: 500, reconnectionDelayMax: 2_000, randomizationFactor: 0.5 };
