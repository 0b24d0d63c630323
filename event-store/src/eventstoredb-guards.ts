/**
 * The guards around `@eventstore/db-client`, each with the fault it answers. All are on; a test switches one off to
 * show that its fault then does harm.
 */
export interface Guards {
  /** A frozen server, a lost answer or an unconfirmed subscription leaves a call pending for ever. */
  deadline: boolean;
  /** The batch path shares one map between all clients of the process: a late answer ends the process. */
  classicAppend: boolean;
  /** An answer lost with the connection leaves open whether the events are written. */
  repeat: boolean;
  /** With "any" a repeat after a server restart is written again. */
  exactRevision: boolean;
  /** More than a hundred calls at once on one connection get neither data nor error. */
  cap: boolean;
  /** A connection string with `throwOnAppendFailure=false` turns a conflict into a success. */
  successFlag: boolean;
  /** The server takes a megabyte at once, other adapters do not. */
  limits: boolean;
  /** The client's errors are of many classes and some of none. */
  errorsByCode: boolean;
  /** An abandoned read keeps its call and its buffers. */
  cancelReads: boolean;
  /** A read without a count brings the whole stream at once. */
  maxCount: boolean;
  /** `readAll` takes no filter: the server's own events come too. */
  systemFilter: boolean;
  /** `readAll` begins with the event at the given position. */
  skipGiven: boolean;
  /** A stream without events is an error to the client. */
  missingStream: boolean;
  /** The server drops subscriptions as a matter of course. */
  resubscribe: boolean;
  /** A subscription that the server ends in good order ends without an error. */
  cleanEnd: boolean;
  /** What was written during a drop is not sent again unless asked for. */
  resumeFromLast: boolean;
  /** A server that refuses is asked again in a tight loop. */
  backOff: boolean;
  /** Each subscription is a long call, and a process has a hundred. */
  oneSubscription: boolean;
  /** The server drops a consumer that does not read at once. */
  ownQueue: boolean;
  /** A subscriber that does not read fills the memory. */
  boundedQueue: boolean;
}

export const allGuards: Readonly<Guards> = {
  deadline: true,
  classicAppend: true,
  repeat: true,
  exactRevision: true,
  cap: true,
  successFlag: true,
  limits: true,
  errorsByCode: true,
  cancelReads: true,
  maxCount: true,
  systemFilter: true,
  skipGiven: true,
  missingStream: true,
  resubscribe: true,
  cleanEnd: true,
  resumeFromLast: true,
  backOff: true,
  oneSubscription: true,
  ownQueue: true,
  boundedQueue: true,
};
