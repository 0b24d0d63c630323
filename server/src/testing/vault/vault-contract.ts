import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { VaultUnavailable, type Vault } from '../../vault/vault.js';
import { accountTests, queryTests } from './vault-account-tests.js';
import { bannedAddressTests } from './vault-banned-address-tests.js';
import { bookmarkTests } from './vault-bookmark-tests.js';
import { choiceTests } from './vault-choice-tests.js';
import { deliveryTests } from '../deliveries/vault-delivery-tests.js';
import { erasureTests } from './vault-erasure-tests.js';
import { mailTests, sessionTests } from './vault-mail-and-session-tests.js';
import { presenceTests } from './vault-presence-tests.js';
import { pushDeviceTests } from '../deliveries/vault-push-device-tests.js';
import { gameAccountTests, playerSessionTests } from '../games/vault-game-account-tests.js';
import { gameServerRecordTests } from '../games/vault-game-server-record-tests.js';
import { reactionTests } from './vault-reaction-tests.js';
import { readMarkTests } from './vault-read-mark-tests.js';
import { fileStoreTests } from './file-store-tests.js';
import { fileRecordTests } from './vault-file-record-tests.js';
import { fileTests } from './vault-file-tests.js';
import { everyCall } from './vault-calls.js';
import { createBinding, hour, createKey, newAccount, newSession, serverStatus, withoutKey } from './vault-samples.js';

interface VaultUnderTest {
  /** Each opened vault acts like another server with the same data. */
  open(): Promise<Vault>;
  remove?(): Promise<void>;
}

export function vaultContract(name: string, prepare: () => Promise<VaultUnderTest>): void {
  describe(`vault on ${name}`, () => {
    let data: VaultUnderTest;
    let vault: Vault;
    beforeEach(async () => {
      data = await prepare();
      vault = await data.open();
    });
    afterEach(async () => {
      await vault.close();
      await data.remove?.();
    });
    const current = () => vault;
    describe('storing accounts', () => accountTests(current));
    describe('finding accounts', () => queryTests(current));
    describe('erasing accounts', () => erasureTests(current));
    describe('storing emails', () => mailTests(current));
    describe('storing sessions', () => sessionTests(current));
    describe('storing bytes', () => fileStoreTests(() => vault.fileStore));
    describe('storing file records', () => fileRecordTests(current));
    describe('storing files', () => fileTests(current));
    describe('storing read marks', () => readMarkTests(current));
    describe('storing reaction progress', () => reactionTests(current));
    describe('storing choices', () => choiceTests(current));
    describe('storing game accounts', () => gameAccountTests(current));
    describe("storing players' sessions", () => playerSessionTests(current));
    describe('storing the progress of game servers', () => gameServerRecordTests(current));
    describe('storing presence', () => presenceTests(current));
    describe('storing devices', () => pushDeviceTests(current));
    describe('storing bookmarks', () => bookmarkTests(current));
    describe('storing pending deliveries', () => deliveryTests(current));
    describe('storing banned addresses', () => bannedAddressTests(current));

    test("stores each game server's latest status, and removes those of removed servers", async () => {
      await vault.saveServerStatus(serverStatus(61, hour(1)));
      await vault.saveServerStatus(serverStatus(62, hour(1)));
      const latest = serverStatus(61, hour(2), {
        state: 'offline',
        players: null,
        description: [],
        icon: null,
        iconHash: null,
      });
      await vault.saveServerStatus(latest);
      await vault.removeServerStatuses([62, 63]);
      expect(await vault.listServerStatuses()).toEqual([latest]);
    });

    test('the first use of a program creates a key for its texts, and later uses only record the time', async () => {
      await vault.createAccount(newAccount(1, 'Steve'));
      await Promise.all([vault.recordProgramUse(60, hour(1)), vault.recordProgramUse(60, hour(1))]);
      const keys = await vault.findAuthorKeys([1, 60, 61]);
      expect([...keys.keys()].sort()).toEqual([1, 60]);
      expect(keys.get(60)).toHaveLength(32);
      await vault.recordProgramUse(60, hour(2));
      expect(await vault.findAuthorKeys([60])).toEqual(new Map([[60, keys.get(60)]]));
      expect(await vault.findProgramUses([60, 61])).toEqual(new Map([[60, hour(2)]]));
    });

    test('returns no log binding before the first one, and then the latest', async () => {
      expect(await vault.findLogBinding()).toBeNull();
      await vault.bindToLog({ ...createBinding('one'), event: null });
      expect(await vault.findLogBinding()).toEqual({ ...createBinding('one'), event: null });
      await vault.bindToLog(createBinding('two'));
      expect(await vault.findLogBinding()).toEqual(createBinding('two'));
    });

    test('the vault still contains all data after being closed and reopened', async () => {
      await vault.createAccount(newAccount(1, 'Steve'));
      await vault.createSession(newSession('s1', 1));
      await vault.close();
      vault = await data.open();
      expect(await vault.findAccount(1)).toEqual(withoutKey(newAccount(1, 'Steve')));
      expect(await vault.findAuthorKeys([1])).toEqual(new Map([[1, createKey(1)]]));
      expect(await vault.findSession('s1')).toEqual(newSession('s1', 1));
    });

    test('a closed vault is unavailable and does not reveal which accounts exist', async () => {
      const closedVault = await data.open();
      await closedVault.close();
      for (const call of everyCall(closedVault)) await expect(call()).rejects.toBeInstanceOf(VaultUnavailable);
      await closedVault.close();
    });
  });
}
