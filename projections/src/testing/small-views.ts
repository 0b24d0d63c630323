import type { View } from '../view.js';
import type { ViewDocument } from '../view-store.js';

export interface CountDocument extends ViewDocument {
  id: string;
  threads: number;
  replies: number;
}

const countView: View = {
  schema: { counts: { indexes: [] } },

  project(event, get) {
    const increments = { 'ThreadCreated.v1': [1, 0], 'ReplyPosted.v1': [0, 1], 'ReplyDeleted.v1': [0, -1] }[
      event.type as string
    ];
    if (!increments) return [];
    const previousCounts = get<CountDocument>('counts', 'all');
    const [threads = 0, replies = 0] = increments;
    const document = {
      id: 'all',
      threads: (previousCounts?.threads ?? 0) + threads,
      replies: (previousCounts?.replies ?? 0) + replies,
    };
    return [{ collection: 'counts', document }];
  },
};

export interface StreamDocument extends ViewDocument {
  id: string;
  revision: number;
  text: string | null;
}

const streamView: View = {
  schema: { streams: { indexes: [['text']] }, lines: { indexes: [['type']], pruned: true } },

  project({ stream, revision, position, type, data }, get) {
    const previousDocument = get<StreamDocument>('streams', stream);
    const text = 'content' in data ? data.content : (previousDocument?.text ?? null);
    return [
      { collection: 'streams', document: { id: stream, revision, text } },
      { collection: 'lines', document: { id: position, type } },
    ];
  },
};

export const smallViews: readonly View[] = [countView, streamView];
