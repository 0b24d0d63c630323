import { limits, modePattern } from '@guildhall/domain/limits.js';
import { describe, expect, test } from 'vitest';
import { email } from '../accounts/registration.js';
import { isOneLine, text } from '../request/input.js';
import { settingsBody } from '../staff/site-settings-input.js';
import * as forms from './patterns.js';

const fits = ({ pattern }: { pattern: string }, value: string): boolean => new RegExp(pattern).test(value);
const basicPlane = Array.from({ length: 0x10000 }, (_, n) => String.fromCharCode(n)).filter((it) => it.isWellFormed());
const codesOf = (some: string[]) => some.map((it) => it.charCodeAt(0).toString(16));

describe('API document patterns', () => {
  const word = text('type-something', 'content-length', 10);
  const isText = (value: string) => word.safeParse(value).success;

  test('the text pattern accepts the same characters as the validation, except lone marks', () => {
    expect(codesOf(basicPlane.filter((it) => !fits(forms.visiblePattern, it) && isText(it)))).toEqual([]);
    const refusedCharacters = basicPlane.filter((it) => fits(forms.visiblePattern, it) && !isText(it));
    expect(codesOf(refusedCharacters.filter((it) => !/\p{M}/u.test(it)))).toEqual([]);
  });

  test('the line pattern agrees with the validation on every character', () => {
    const mismatches = basicPlane.filter((it) => fits(forms.visibleLine, `a${it}b`) !== isOneLine(`a${it}b`));
    expect(codesOf(mismatches)).toEqual([]);
    const plainCharacters = basicPlane.filter(
      (it) => fits(forms.plainLine, `a${it}b`) === /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(it),
    );
    expect(codesOf(plainCharacters)).toEqual([]);
  });

  test('the line pattern ignores surrounding whitespace, which is trimmed', () => {
    for (const blank of basicPlane.filter((it) => it.trim() === '')) {
      expect(fits(forms.visibleLine, `${blank}a${blank}`), JSON.stringify(blank)).toBe(true);
      expect(fits(forms.titleLine, `${blank}a${blank}`), JSON.stringify(blank)).toBe(false);
      expect(fits(forms.titleLine, `${blank}a c${blank}`), JSON.stringify(blank)).toBe(true);
    }
  });

  test('the game mode pattern agrees with the validation on ASCII names', () => {
    const ascii = basicPlane.slice(0, 0x80);
    const mismatches = ascii.flatMap((it) =>
      [it, `a${it}b`].filter((name) => fits(forms.modeName, name) !== modePattern.test(name.trim())),
    );
    expect(mismatches).toEqual([]);
  });

  test.each([
    'a@b.cc',
    "o'neil.x+y@mail-1.example.org",
    'a@b.c',
    '.a@b.cc',
    'a..b@c.dd',
    "a'@b.cc",
    'a@-b.cc',
    'a b@c.dd',
  ])('the email address pattern agrees with the validation on %s', (address) =>
    expect(fits(forms.emailAddress, address)).toBe(email.safeParse(address).success),
  );

  const setting = (field: string) => (value: unknown) => settingsBody.safeParse({ [field]: value }).success;
  test.each<[keyof typeof forms & `${string}Address`, string, string[], string[]]>([
    [
      'optionalWebAddress',
      'chat_link',
      ['', 'https://a.example/x?y#z', 'http://127.0.0.1:8080/s'],
      ['x', '/x', 'https://', 'https://a b'],
    ],
  ])('the pattern %s agrees with the validation', (form, field, valid, invalid) => {
    expect(valid.filter((it) => !fits(forms[form], it) || !setting(field)(it))).toEqual([]);
    expect(invalid.filter((it) => fits(forms[form], it) || setting(field)(it))).toEqual([]);
  });

  test('the image host pattern agrees with the validation, which also limits their number', () => {
    const hosts = ['i.example.test', ' I.Example.test ', ''];
    expect(hosts.filter((it) => !fits(forms.host, it))).toEqual([]);
    expect(setting('image_hosts')(hosts)).toBe(true);
    for (const host of ['localhost', '127.0.0.1', 'a.b:1']) {
      expect([fits(forms.host, host), setting('image_hosts')([host])]).toEqual([false, false]);
    }
    expect(setting('image_hosts')(Array(limits.imageHosts + 1).fill('i.example.test'))).toBe(false);
  });
});
