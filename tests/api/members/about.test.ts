import type { OwnProfile, Profile } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { TestListener } from '@guildhall/server/testing/test-listener.js';
import { VaultUnavailable } from '@guildhall/server/vault/vault.js';
import { describe, expect, test } from 'vitest';
import { readAccountArchive } from '../../support/site/account-archive.js';
import { createHolder, createRoleWith } from '../../support/site/holders.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite({ live: {} });

const emptyProfile: OwnProfile = { title: null, bio: null, links: [], hide_last_seen: false };
const link = { label: 'My maps', url: 'https://maps.example/steve' };
const write = (as: SiteMember, change: object) =>
  site.send('PUT', '/account/profile', { ...emptyProfile, ...change }, { as });
const readProfile = (whom: SiteMember, as?: SiteMember) => site.get<Profile>(`/profile/${whom.name}`, as);
const readOwnProfile = (as: SiteMember) => site.get<OwnProfile>('/account/profile', as);

describe('profile description', () => {
  test("shows a member's description to everyone, and can replace or remove it", async () => {
    const person = await site.createMember(site.createName());
    expect(await readOwnProfile(person)).toEqual(emptyProfile);
    const typedProfile = { title: ' Builder ', bio: 'Two\nlines', links: [link] };
    expect((await write(person, typedProfile)).status).toBe(200);
    const publicFields = { title: 'Builder', bio: 'Two\nlines', links: [link] };
    expect((await readProfile(person)).about).toEqual(publicFields);
    expect(await readOwnProfile(person)).toEqual({ ...emptyProfile, ...publicFields });
    await write(person, { title: '', bio: ' ' });
    expect((await readProfile(person)).about).toEqual({ title: null, bio: null, links: [] });
  });

  test('rejects an invalid description with a clear message and changes nothing', async () => {
    const person = await site.createMember(site.createName());
    await write(person, { bio: 'Kept' });
    const headBefore = await site.readHead();
    const readRefusal = async (change: object) => {
      const { status, json } = await write(person, change);
      const { code, field } = json as { code: string; field: string };
      return [status, code, field];
    };
    expect(await readRefusal({ title: 'x'.repeat(41) })).toEqual([400, 'profile-text', 'title']);
    expect(await readRefusal({ title: 'Two\nlines' })).toEqual([400, 'profile-text', 'title']);
    for (const title of ['A\u200Bdmin', '\u200B', '\u202EnimdA']) {
      expect(await readRefusal({ title }), JSON.stringify(title)).toEqual([400, 'profile-text', 'title']);
    }
    for (const title of ['aDMIN', 'Ａｄｍｉｎ']) {
      expect(await readRefusal({ title }), title).toEqual([400, 'name-reserved', 'title']);
    }
    expect(await readRefusal({ bio: 'x'.repeat(501) })).toEqual([400, 'profile-text', 'bio']);
    const six = Array.from({ length: 6 }, () => link);
    expect(await readRefusal({ links: six })).toEqual([400, 'profile-link', 'links']);
    for (const label of ['', ' ', 'x'.repeat(41), 'a\nb', '\u200B', 'a\u202Eb']) {
      expect(await readRefusal({ links: [{ ...link, label }] }), label).toEqual([400, 'profile-link', 'links.0.label']);
    }
    const addresses = [
      '',
      'maps.example',
      'http://maps.example',
      'javascript:alert(1)',
      '//maps.example',
      'https://localhost',
      'https://name:word@maps.example',
      `https://maps.example/${'x'.repeat(300)}`,
      'data:text/html,x',
    ];
    for (const url of addresses) {
      expect(await readRefusal({ links: [link, { ...link, url }] }), url).toEqual([400, 'profile-link', 'links.1.url']);
    }
    expect(await site.readHead()).toBe(headBefore);
    expect(await readOwnProfile(person)).toEqual({ ...emptyProfile, bio: 'Kept' });
  });

  test("hides a banned member's description from everyone except staff who can ban", async () => {
    const person = await site.createMember(site.createName());
    const moderator = await createHolder(site, await createRoleWith(site, 'ban_accounts'));
    await write(person, { title: 'Rude', bio: 'Worse', links: [link] });
    await site.perform('POST', `/admin/ban/${person.id}`, {}, { as: site.admin });
    for (const reader of [undefined, site.member]) {
      expect((await readProfile(person, reader)).about).toEqual({ title: null, bio: null, links: [] });
    }
    expect((await readProfile(person, moderator)).about).toEqual({ title: 'Rude', bio: 'Worse', links: [link] });
    await site.perform('POST', `/admin/unban/${person.id}`, {}, { as: site.admin });
    expect((await readProfile(person)).about.title).toBe('Rude');
  });

  test('omits the description while the vault is unavailable, and does not cache the profile', async () => {
    const person = await site.createMember(site.createName());
    await write(person, { bio: 'Kept' });
    const { vault } = site.services;
    const { findAccount } = vault;
    vault.findAccount = () => Promise.reject(new VaultUnavailable('planted'));
    try {
      const { status, json, headers } = await site.send('GET', `/profile/${person.name}`);
      expect([status, headers['cache-control']]).toEqual([200, 'private, no-store']);
      expect(json).toMatchObject({ user: { id: person.id }, about: { bio: null }, seen: null });
    } finally {
      vault.findAccount = findAccount;
    }
    expect((await readProfile(person)).about.bio).toBe('Kept');
  });

  test('exports the description and erases it with the account even if the posts remain', async () => {
    const person = await site.createMember(site.createName());
    await write(person, { bio: 'A secret word', links: [link] });
    expect((await readAccountArchive(site, person)).account).toMatchObject({
      account: { about: { title: null, bio: 'A secret word', links: [link] }, hide_last_seen: false },
    });
    await site.perform('POST', `/admin/delete/${person.id}`, { texts: false }, { as: site.admin });
    expect(await site.services.vault.findAccount(person.id)).toBeNull();
    await site.services.presence.record(person.id);
    expect(await site.services.vault.findAccount(person.id)).toBeNull();
  });
});

describe('last visit', () => {
  test('shows the last visit only to members', async () => {
    const person = await site.createMember(site.createName());
    const { seen } = await readProfile(person, site.member);
    expect(seen?.online).toBe(false);
    expect(Date.now() - Date.parse(seen?.last_seen ?? '')).toBeLessThan(60_000);
    expect((await readProfile(person)).seen).toBeNull();
  });

  test('shows the last visit even after a logout', async () => {
    const person = await site.createMember(site.createName());
    await site.perform('POST', '/logout', undefined, { as: person });
    expect((await readProfile(person, site.member)).seen?.last_seen).not.toBeNull();
  });

  test('shows a member as online while at least one of their pages is connected', async () => {
    const person = await site.createMember(site.createName());
    const readOnline = async () => (await readProfile(person, site.member)).seen?.online;
    const pages = [
      await TestListener.open(site.url, { cookie: person.cookie }),
      await TestListener.open(site.url, { cookie: person.cookie }),
    ];
    await expect.poll(readOnline).toBe(true);
    pages[0]?.close();
    await expect.poll(() => site.gateway?.stats.sockets).toBe(1);
    expect(await readOnline()).toBe(true);
    pages[1]?.close();
    await expect.poll(readOnline).toBe(false);
  });

  test('a member can hide their visits from everyone else', async () => {
    const person = await site.createMember(site.createName());
    const page = await TestListener.open(site.url, { cookie: person.cookie });
    await write(person, { hide_last_seen: 1 });
    for (const reader of [site.member, site.admin]) expect((await readProfile(person, reader)).seen).toBeNull();
    await expect.poll(async () => (await readProfile(person, person)).seen?.online).toBe(true);
    page.close();
  });
});
