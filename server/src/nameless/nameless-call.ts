import type { GameServer } from '@guildhall/domain/games/state.js';
import { Refusal, type RefusalCode } from '@guildhall/domain/refusals.js';
import { z } from 'zod';

/** The errors that NamelessMC's clients know. They fail on any other code. */
export type NamelessErrorCode =
  | `nameless:${'missing_api_key' | 'invalid_api_key' | 'invalid_api_method' | 'invalid_post_contents' | 'cannot_find_user' | 'unknown_error'}`
  | `core:${
      | 'invalid_code'
      | 'integration_already_verified'
      | 'integration_identifier_errors'
      | 'integration_username_errors'
      | 'username_already_exists'
      | 'invalid_username'
      | 'invalid_email_address'
      | 'open_report_already'
      | 'cannot_report_yourself'
      | 'banned_from_website'}`;

export class NamelessError extends Error {
  constructor(
    readonly code: NamelessErrorCode,
    readonly meta = '',
    readonly status = 400,
  ) {
    super(code);
  }
}

export interface NamelessCall {
  server: GameServer;
  query: URLSearchParams;
  body: unknown;
  /** In ISO 8601. */
  at: string;
  correlationId: string;
  /** The task runs after the response has been sent so that its duration reveals nothing. */
  runAfterSend: (task: () => Promise<void>) => void;
}

/** @throws NamelessError nameless:invalid_post_contents */
export function checkBody<T>(schema: z.ZodType<T>, { body }: Pick<NamelessCall, 'body'>): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new NamelessError('nameless:invalid_post_contents', `${issue?.path.join('.')}: ${issue?.message}`);
}

const maxPlayers = 10_000;

/** By UUID. */
export const createPlayerRecord = <T>(player: z.ZodType<T>) =>
  z
    .record(z.string().max(36), player)
    .refine((players) => Object.keys(players).length <= maxPlayers, { error: 'too many' });

/** For `catch`: throws the error that clients know for a refusal, or else the refusal itself. */
export const translate =
  (codes: Partial<Record<RefusalCode, NamelessErrorCode>>) =>
  (error: unknown): never => {
    const code = error instanceof Refusal ? codes[error.code] : undefined;
    throw code === undefined ? error : new NamelessError(code, (error as Refusal).message);
  };

/** Every response must be an object, because the clients treat an empty body as an error. */
export type NamelessResponse = Readonly<Record<string, unknown>>;

/** NamelessMC calls a kind of linked account an integration. This site has only one. */
export const minecraft = 'Minecraft';

/** Clients use seconds. */
export const toSeconds = (time: string): number => Math.floor(Date.parse(time) / 1_000);
