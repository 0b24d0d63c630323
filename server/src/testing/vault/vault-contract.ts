import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { VaultUnavailable, type Vault } from '../../vault/vault.js';
import { testAccounts, testQueries } from './vault-account-tests.js';
import { testBannedAddresses } from './vault-banned-address-tests.js';
import { testBookmarks } from './vault-bookmark-tests.js';
import { testChoices } from './vault-choice-tests.js';
import { testDeliveries } from '../deliveries/vault-delivery-tests.js';
import { testErasure } from './vault-erasure-tests.js';
import { testMails, testSessions } from './vault-mail-and-session-tests.js';
import { testPresence } from './vault-presence-tests.js';
import { testPushDevices } from '../deliveries/vault-push-device-tests.js';
import { testGameAccounts, testPlayerSessions } from '../games/vault-game-account-tests.js';
import { testGameServerRecords } from '../games/vault-game-server-record-tests.js';
import { testReactions } from './vault-reaction-tests.js';
import { testReadMarks } from './vault-read-mark-tests.js';
import { testFileStore } from './file-store-tests.js';
import { testFileRecords } from './vault-file-record-tests.js';
import { testFiles } from './vault-file-tests.js';
import { listCalls } from './vault-calls.js';
import {
  createBinding,
  formatHour,
  createKey,
  buildAccount,
  buildSession,
  buildServerStatus,
  withoutKey,
} from './vault-samples.js';

interface VaultUnderTest {
  /** Each opened vault acts like another server with the same data. */
  open(): Promise<Vault>;
  remove?(): Promise<void>;
}

export function testVault(name: string, prepare: () => Promise<VaultUnderTest>): void {
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
    const getVault = () => vault;
    describe('storing accounts', () => testAccounts(getVault));
    describe('finding accounts', () => testQueries(getVault));
    describe('erasing accounts', () => testErasure(getVault));
    describe('storing emails', () => testMails(getVault));
    describe('storing sessions', () => testSessions(getVault));
    describe('storing bytes', () => testFileStore(() => vault.fileStore));
    describe('storing file records', () => testFileRecords(getVault));
    describe('storing files', () => testFiles(getVault));
    describe('storing read marks', () => testReadMarks(getVault));
    describe('storing reaction progress', () => testReactions(getVault));
    describe('storing choices', () => testChoices(getVault));
    describe('storing game accounts', () => testGameAccounts(getVault));
    describe('storing player sessions', () => testPlayerSessions(getVault));
    describe('storing game server progress', () => testGameServerRecords(getVault));
    describe('storing presence', () => testPresence(getVault));
    describe('storing devices', () => testPushDevices(getVault));
    describe('storing bookmarks', () => testBookmarks(getVault));
    describe('storing pending deliveries', () => testDeliveries(getVault));
    describe('storing banned addresses', () => testBannedAddresses(getVault));

    test("stores each game server's latest status, and removes those of removed servers", async () => {
      await vault.saveServerStatus(buildServerStatus(61, formatHour(1)));
      await vault.saveServerStatus(buildServerStatus(62, formatHour(1)));
      const latest = buildServerStatus(61, formatHour(2), {
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
      await vault.createAccount(buildAccount(1, 'Steve'));
      await Promise.all([vault.recordProgramUse(60, formatHour(1)), vault.recordProgramUse(60, formatHour(1))]);
      const keys = await vault.findAuthorKeys([1, 60, 61]);
      expect([...keys.keys()].sort()).toEqual([1, 60]);
      expect(keys.get(60)).toHaveLength(32);
      await vault.recordProgramUse(60, formatHour(2));
      expect(await vault.findAuthorKeys([60])).toEqual(new Map([[60, keys.get(60)]]));
      expect(await vault.findProgramUses([60, 61])).toEqual(new Map([[60, formatHour(2)]]));
    });

    test('returns no log binding before the first one, and then the latest', async () => {
      expect(await vault.findLogBinding()).toBeNull();
      await vault.bindToLog({ ...createBinding('one'), event: null });
      expect(await vault.findLogBinding()).toEqual({ ...createBinding('one'), event: null });
      await vault.bindToLog(createBinding('two'));
      expect(await vault.findLogBinding()).toEqual(createBinding('two'));
    });

    test('the vault still contains all data after being closed and reopened', async () => {
      await vault.createAccount(buildAccount(1, 'Steve'));
      await vault.createSession(buildSession('s1', 1));
      await vault.close();
      vault = await data.open();
      expect(await vault.findAccount(1)).toEqual(withoutKey(buildAccount(1, 'Steve')));
      expect(await vault.findAuthorKeys([1])).toEqual(new Map([[1, createKey(1)]]));
      expect(await vault.findSession('s1')).toEqual(buildSession('s1', 1));
    });

    test('a closed vault is unavailable and does not reveal which accounts exist', async () => {
      const closedVault = await data.open();
      await closedVault.close();
      for (const call of listCalls(closedVault)) await expect(call()).rejects.toBeInstanceOf(VaultUnavailable);
      await closedVault.close();
    });
  });
}
