/** The message is one line that says how to fix the problem. */
export class OperatorError extends Error {}
