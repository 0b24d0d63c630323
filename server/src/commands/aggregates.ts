import { streams } from '@guildhall/domain/events.js';
import { post } from '@guildhall/domain/post/decide.js';
import { report } from '@guildhall/domain/report/decide.js';
import { thread } from '@guildhall/domain/thread/decide.js';
import { wall } from '@guildhall/domain/wall/decide.js';

export const aggregates = {
  thread: { streamOf: streams.thread, decider: thread },
  post: { streamOf: streams.post, decider: post },
  wallPost: { streamOf: streams.wallPost, decider: wall },
  report: { streamOf: streams.report, decider: report },
} as const;
export type AggregateKind = keyof typeof aggregates;
export type StateOf<K extends AggregateKind> = ReturnType<(typeof aggregates)[K]['decider']['initial']>;
