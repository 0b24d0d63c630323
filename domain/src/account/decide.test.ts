import { describe, expect, test } from 'vitest';
import { given } from '../testing/given.js';
import { account } from './decide.js';
import type { AccountEvent } from './events.js';

const userRegistered = { type: 'UserRegistered.v1', data: { userId: 1 } } as const;
const userVerified = { type: 'UserVerified.v1', data: { userId: 1 } } as const;
const userErased = { type: 'UserErased.v1', data: { userId: 1, texts: false } } as const;

describe('account decider', () => {
  test('an account can be registered only once', () => {
    given(account).when({ type: 'Register', userId: 1 }).then(userRegistered);
    given(account, userRegistered).when({ type: 'Register', userId: 1 }).thenNothing();
    given(account, userRegistered, userErased).when({ type: 'Register', userId: 1 }).thenRefused('id-in-use');
  });

  test('verifies an existing account only once', () => {
    given(account).when({ type: 'Verify', userId: 1 }).thenRefused('not-found');
    given(account, userRegistered).when({ type: 'Verify', userId: 1 }).then(userVerified);
    given(account, userRegistered, userVerified).when({ type: 'Verify', userId: 1 }).thenNothing();
    given(account, userRegistered, userErased).when({ type: 'Verify', userId: 1 }).thenRefused('not-found');
  });

  test('ends sessions only for existing accounts', () => {
    const sessionsEnded = { type: 'SessionsEnded.v1', data: { userId: 1, sessionId: 's' } } as const;
    given(account, userRegistered).when({ type: 'EndSessions', userId: 1, sessionId: 's' }).then(sessionsEnded);
    given(account, userRegistered, userErased).when({ type: 'EndSessions', userId: 1, sessionId: 's' }).thenNothing();
    given(account).when({ type: 'EndSessions', userId: 1, sessionId: null }).thenNothing();
  });

  test('records every password change for an existing account', () => {
    const changed = { type: 'AccountChanged.v1', data: { userId: 1 } } as const;
    given(account, userRegistered).when({ type: 'Change', userId: 1 }).then(changed);
    given(account, userRegistered, changed).when({ type: 'Change', userId: 1 }).then(changed);
    given(account).when({ type: 'Change', userId: 1 }).thenRefused('not-found');
    given(account, userRegistered, userErased).when({ type: 'Change', userId: 1 }).thenRefused('not-found');
  });

  test('an account can be erased only once', () => {
    given(account).when({ type: 'Erase', userId: 1, texts: true }).thenRefused('not-found');
    given(account, userRegistered)
      .when({ type: 'Erase', userId: 1, texts: true })
      .then({ type: 'UserErased.v1', data: { userId: 1, texts: true } });
    given(account, userRegistered, userErased).when({ type: 'Erase', userId: 1, texts: true }).thenNothing();
  });

  test('erases an account that was not verified in time', () => {
    const remove = { type: 'EraseUnverified', userId: 1 } as const;
    given(account, userRegistered)
      .when(remove)
      .then({ type: 'UserErased.v1', data: { userId: 1, texts: true } });
    given(account, userRegistered, userVerified).when(remove).thenRefused('changed-since');
    given(account, userRegistered, userErased).when(remove).thenNothing();
    given(account).when(remove).thenRefused('not-found');
  });

  test('derives the account status from its registration, verification and erasure', () => {
    const foldEvents = (...events: AccountEvent[]) => events.reduce(account.evolve, account.initial());
    const changed = { type: 'AccountChanged.v1', data: { userId: 1 } } as const;
    const sessionsEnded = { type: 'SessionsEnded.v1', data: { userId: 1, sessionId: null } } as const;
    expect(foldEvents()).toEqual({ status: 'none' });
    expect(foldEvents(userRegistered)).toEqual({ status: 'unverified' });
    expect(foldEvents(userRegistered, userVerified, changed, sessionsEnded)).toEqual({ status: 'verified' });
    expect(foldEvents(userRegistered, userVerified, userErased)).toEqual({ status: 'erased' });
  });
});
