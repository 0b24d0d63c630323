import { randomUUID } from 'node:crypto';
import { deriveCommandId } from '@guildhall/domain/ids.js';
import { defaultReactions } from '@guildhall/domain/reaction/emoji.js';
import { createThread, type Person, type TestResponse } from '../../site/member.js';

export interface SentAction {
  actor: Actor;
  method: 'POST' | 'PUT';
  path: string;
  body: object;
  key: string;
  /** The reply's command id, as stored in the log. */
  commandId?: string;
  acknowledged: (id: number) => void;
}

export interface ActionLedger {
  acknowledged: number;
  unanswered: SentAction[];
  refused: string[];
}

export const createActionLedger = (): ActionLedger => ({ acknowledged: 0, unanswered: [], refused: [] });

/** Changes only data that nobody else changes. */
export class Actor {
  readonly replies = new Map<number, { threadId: number; content: string }>();
  /** Emoji by thread id. */
  readonly reactions = new Map<number, string>();
  role: { id: number; name: string } | null = null;
  private turn = 0;

  constructor(
    readonly person: Person,
    private readonly random: () => number,
  ) {}

  get name(): string {
    return this.person.me?.username ?? '';
  }

  async makeRole(): Promise<void> {
    const name = `Role of ${this.name}`;
    const { id } = await this.person.perform('POST', '/admin/roles', { name });
    this.role = { id: id as number, name };
  }

  /** Returns a reply to one of the threads, an edit, a reaction, or a new name for the actor's own role. */
  pickAction(threads: readonly number[]): SentAction {
    this.turn += 1;
    const roll = this.random();
    if (this.role && roll < 0.4) return this.rename(this.role);
    const ownReplies = [...this.replies.keys()];
    const reply = ownReplies[Math.floor(this.random() * ownReplies.length)];
    if (reply !== undefined && roll < 0.55) return this.edit(reply);
    const threadId = threads[Math.floor(this.random() * threads.length)] ?? 0;
    return roll < 0.7 ? this.react(threadId) : this.reply(threadId);
  }

  private reply(threadId: number): SentAction {
    const content = `${this.name} says ${randomUUID()}`;
    const action = this.buildAction('POST', '/forums/posts', { thread_id: threadId, content }, (id) =>
      this.replies.set(id, { threadId, content }),
    );
    return { ...action, commandId: deriveCommandId(String(this.person.me?.id), 'post-reply', action.key) };
  }

  private edit(postId: number): SentAction {
    const content = `${this.name} corrects ${randomUUID()}`;
    const threadId = this.replies.get(postId)?.threadId ?? 0;
    const saveEdit = () => this.replies.set(postId, { threadId, content });
    return this.buildAction('PUT', `/forums/posts/${postId}`, { content }, saveEdit);
  }

  private react(threadId: number): SentAction {
    const emoji = defaultReactions[this.turn % defaultReactions.length] ?? '';
    const body = { kind: 'thread', id: threadId, emoji };
    return this.buildAction('PUT', '/forums/reactions', body, () => this.reactions.set(threadId, emoji));
  }

  private rename(role: { id: number; name: string }): SentAction {
    const name = `${this.name} ${randomUUID().slice(0, 8)}`;
    return this.buildAction('PUT', `/admin/roles/${role.id}`, { name }, () => (role.name = name));
  }

  private buildAction(
    method: 'POST' | 'PUT',
    path: string,
    body: object,
    then: SentAction['acknowledged'],
  ): SentAction {
    return { actor: this, method, path, body, key: randomUUID(), acknowledged: then };
  }
}

/** Records the outcome. @returns whether a response arrived */
export async function sendAction(ledger: ActionLedger, action: SentAction): Promise<boolean> {
  const { actor, method, path, body, key } = action;
  // Null means that the server died or closed the connection.
  const response: TestResponse | null = await actor.person.call(method, path, body, key).catch(() => null);
  if (!response) ledger.unanswered.push(action);
  else if (response.status >= 300) ledger.refused.push(`${method} ${path}: ${response.status}`);
  else {
    ledger.acknowledged += 1;
    action.acknowledged((response.body as { id: number }).id);
  }
  return response !== null;
}

export async function sendUntil(
  ledger: ActionLedger,
  actors: readonly Actor[],
  threads: readonly number[],
  stopped: AbortSignal,
): Promise<void> {
  const runActor = async (actor: Actor) => {
    while (!stopped.aborted && (await sendAction(ledger, actor.pickAction(threads))));
  };
  await Promise.all(actors.map(runActor));
}

export async function createThreads(admin: Person): Promise<number[]> {
  return Promise.all(['One', 'Two', 'Three'].map((title) => createThread(admin, `Thread ${title}`)));
}
