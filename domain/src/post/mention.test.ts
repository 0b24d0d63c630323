import { describe, expect, it } from 'vitest';
import { canBeMention } from './mention.js';

const splitAtSign = (text: string): [string, string] => {
  const at = text.search(/[@＠]/);
  return [text.slice(0, at), text.slice(at + 1)];
};

describe('mention detection', () => {
  it.each([
    '@Calla',
    'hi @Calla',
    '（@Calla）',
    '«@Calla»',
    '„@Calla“',
    '"@Calla"',
    '¿@Calla?',
    ',@Calla',
    '.@Calla',
    'cc:@Calla',
    '-@Calla',
    '—@Calla',
    '_@Calla_',
    '#@Calla',
    '🏰@Calla',
    '❤️@Calla',
    'ℹ️@Calla',
    '1️⃣@Calla',
    '①@Calla',
    '€@Calla',
    '\u200b@Calla',
    '\u200f@Calla\u200f',
    '\u2068@Calla\u2069',
    '\ufeff@Calla',
    '谢谢@Calla帮忙',
    '谢谢@Calla.',
    '人々@Calla',
    'ありがとう@Callaさん',
    'サーバー@Calla',
    'ｶﾞ@Calla',
    'ㄅ@Calla',
    '〇@Calla',
    'ขอบคุณ@Callaครับ',
    'ที่@Calla',
    'ຂອບໃຈ@Calla',
    'អរគុណ@Calla',
    'ကျေးဇူး@Calla',
    'བོད་@Calla',
    'བོད@Calla',
    '谢谢＠Calla',
    '、@Calla',
    '。@Calla',
    '؟@Calla',
    '،@Calla',
    '।@Calla',
    '״@Calla',
    '男／@Calla',
    '(https://example.org)@Calla',
    'https://example.org，@Calla',
    'https://example.org @Calla',
    'https://example.org/a谢谢@Calla',
    'foo_@Calla',
    'and / @Calla',
  ])('detects a mention in %j', (text) => {
    expect(canBeMention(...splitAtSign(text))).toBe(true);
  });

  it('detects a mention that follows other mentions and a slash', () => {
    expect(canBeMention('@Calla/', 'Bram')).toBe(true);
    expect(canBeMention('ask @Calla/@Bram/', 'Mila')).toBe(true);
  });

  it.each([
    'npm i @types/node',
    'x@Calla',
    'X1@Calla',
    'é@Calla',
    'e\u0301@Calla',
    'Ａ@Calla',
    'ﬁ@Calla',
    'ß@Calla',
    'привет@Calla',
    'γεια@Calla',
    'שלום@Calla',
    'שָׁ@Calla',
    'مرحبا@Calla',
    '٣@Calla',
    '안녕@Calla',
    'नमस्ते@Calla',
    'հայ@Calla',
    'ქართ@Calla',
    'አማርኛ@Calla',
    'தமிழ்@Calla',
    'mail@calla.org',
    'first.last@calla.org',
    'first_@calla.org',
    'first+@calla.co.uk',
    '用户@calla.org',
    '/home/@Calla',
    '~/@Calla',
    './@Calla',
    'C:\\Users\\@Calla',
    'node_modules/@calla/x',
    '(/home/@Calla)',
    '/home/old-@Calla',
    'https://example.org/@Calla',
    'https://example.org/?q=-@Calla',
    'https://example.org/(@Calla',
    'www.example.org/-@Calla',
    'example.org/a?by=@Calla',
    'ftp://example.org/~@Calla',
    'matrix.to/#/@Calla:example.org',
    '@Calla@example.org',
    'mailto:-@Calla',
  ])('detects no mention in %j', (text) => {
    expect(canBeMention(...splitAtSign(text))).toBe(false);
  });
});
