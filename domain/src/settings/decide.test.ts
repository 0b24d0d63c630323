import { describe, expect, test } from 'vitest';
import { permissionKeys } from '../roles.js';
import { given } from '../testing/given.js';
import { anna, buildHolder, mila, guestActor } from '../testing/people.js';
import { settings } from './decide.js';
import type { SettingsEvent } from './events.js';
import { defaultSettings, type SiteSettings } from './site-settings.js';

const milaContext = { actor: mila };
const change = (changes: Partial<SiteSettings>, ifVersions?: readonly number[]) =>
  ({ type: 'ChangeSettings', changes, ifVersions }) as const;
const buildChangedEvent = (changes: Partial<SiteSettings>, before: Partial<SiteSettings>): SettingsEvent => ({
  type: 'SettingsChanged.v1',
  data: { changes, before },
});
const nameChanged = buildChangedEvent({ name: 'Northwind' }, { name: 'Guildhall' });
const banner = { title: 'Season two', text: 'Starts on Friday', link: '/section/1' };

describe('site settings', () => {
  test('default settings contain no link, banner or status', () => {
    expect(settings.initial()).toEqual({
      settings: {
        name: 'Guildhall',
        serverAddress: 'play.example.org',
        chatLink: '',
        storeLink: '',
        about: 'The forums and members of our game servers.',
        frontTitle: 'Build it together.\nTalk about it here.',
        frontText: 'News, ideas and people from the network. Replies appear as you read.',
        defaultAppearance: 'theme',
        rules: '',
        banners: [],
        statusUrl: '',
        statusModes: [],
        imageHosts: [],
        reactions: ['like', 'love', 'laugh', 'wow', 'sad', 'party'],
        mailSender: '',
        presence: true,
        uploadMemberMb: 200,
        uploadSiteMb: 20_000,
        uploadsPerMinute: 20,
        gameAccounts: 1,
        headsUrl: '',
        setUp: false,
      },
      version: 1,
    });
  });

  test.each([
    ['a guest', guestActor],
    ['a member', anna],
    ['a holder of every key who is not an Admin', buildHolder(...permissionKeys)],
  ])('rejects a settings change by %s as not found', (_, actor) => {
    given(settings)
      .when(change({ name: 'Northwind' }), { actor })
      .thenRefused('not-found');
  });

  test('records a settings change along with the old values', () => {
    given(settings)
      .when(change({ name: 'Northwind' }), milaContext)
      .then(nameChanged);
    given(settings, nameChanged)
      .when(change({ name: 'Eastwind' }), milaContext)
      .then(buildChangedEvent({ name: 'Eastwind' }, { name: 'Northwind' }));
  });

  test('records only the settings that were changed', () => {
    given(settings)
      .when(change({ name: 'Guildhall', rules: 'Be kind', chatLink: undefined, banners: [] }), milaContext)
      .then(buildChangedEvent({ rules: 'Be kind' }, { rules: '' }));
  });

  test('records nothing if no setting was changed', () => {
    given(settings).when(change({}), milaContext).thenNothing();
    given(settings)
      .when(change({ setUp: false, statusModes: [] }), milaContext)
      .thenNothing();
    given(settings, buildChangedEvent({ banners: [banner] }, { banners: [] }))
      .when(change({ banners: [{ ...banner }] }), milaContext)
      .thenNothing();
  });

  test('compares settings that are lists by their content', () => {
    const bannerEvent = buildChangedEvent({ banners: [banner] }, { banners: [] });
    given(settings, bannerEvent)
      .when(change({ banners: [{ ...banner, text: 'Starts today' }] }), milaContext)
      .then(buildChangedEvent({ banners: [{ ...banner, text: 'Starts today' }] }, { banners: [banner] }));
  });

  test('rejects a settings change based on an outdated version', () => {
    given(settings, nameChanged)
      .when(change({ rules: 'Be kind' }, [1]), milaContext)
      .thenRefused('changed-since');
    given(settings, nameChanged)
      .when(change({ rules: 'Be kind' }, [2]), milaContext)
      .then(buildChangedEvent({ rules: 'Be kind' }, { rules: '' }));
    given(settings, nameChanged)
      .when(change({ rules: 'Be kind' }), milaContext)
      .then(buildChangedEvent({ rules: 'Be kind' }, { rules: '' }));
  });

  test('retains settings that an event omits, and increments the settings version', () => {
    const state = [nameChanged, buildChangedEvent({ setUp: true }, { setUp: false })].reduce(
      settings.evolve,
      settings.initial(),
    );
    expect(state).toEqual({ settings: { ...defaultSettings, name: 'Northwind', setUp: true }, version: 3 });
  });
});
