import type { Refusal } from '@guildhall/domain/refusals.js';
import { expect, test } from 'vitest';
import { requireRenderableMarkup } from '../text/markdown.js';
import type { OwnedFile } from '../vault/files.js';
import { sealWithPictures, withPictures } from './pictures-in-text.js';

const [own, other, avatar, missing, removed] = ['1', '2', '3', '4', '5'].map((digit) => digit.repeat(32)) as [
  string,
  string,
  string,
  string,
  string,
];
const picture = { width: 4, height: 3, bytes: 99, placeholder: 'UklG', animated: false };
const createFile = (id: string, ownerId: number) => ({ id, ownerId, picture }) as OwnedFile;
const { picture: _, ...withoutPicture } = createFile(avatar, 101);
const files = [createFile(own, 101), createFile(other, 102), createFile(removed, 101), withoutPicture];

function buildServices() {
  const lookUps: string[] = [];
  return {
    lookUps,
    vault: {
      findFilesBy: async (_field: string, value: unknown) => {
        lookUps.push(String(value));
        return files.filter(({ id }) => id === value);
      },
    },
    files: { claim: async ({ id }: OwnedFile) => id !== removed },
    texts: { seal: async (authorId: number, text: string) => `~${authorId}.${text}` },
  };
}

const seal = (text: string, author: Partial<Parameters<typeof sealWithPictures>[1]> = {}) =>
  sealWithPictures(buildServices(), { authorId: 101, ...author }, text);
const describeOutcome = (text: string) =>
  seal(text).then(
    () => 'sealed',
    (error: unknown) => (error as Refusal).code,
  );
const formatRef = (id: string) => `![a](upload:${id})`;

test("seals a text with the facts of its author's uploads", async () => {
  const { content, uploads } = await seal(`${formatRef(own)} and again ${formatRef(own)}`);
  expect(uploads).toEqual([own]);
  expect(content).toMatch(/^~101\.!\[a\]\(upload:1+\W4x3\/\/UklG\W\) and again/);
});

test('makes no vault call for a text without pictures', async () => {
  const usedServices = buildServices();
  expect(await sealWithPictures(usedServices, { authorId: 101 }, 'upload: none')).toEqual({
    content: '~101.upload: none',
  });
  expect(await sealWithPictures(usedServices, { authorId: 101 }, `\`${formatRef(missing)}\``)).toEqual({
    content: `~101.\`${formatRef(missing)}\``,
  });
  expect(usedServices.lookUps).toEqual([]);
});

test.each([
  ["another member's upload", other],
  ['an avatar', avatar],
  ['an upload that does not exist', missing],
  ['an upload that is removed at the same time', removed],
])('refuses %s', async (_, id) => {
  await expect(seal(`${formatRef(own)} ${formatRef(id)}`)).rejects.toMatchObject({
    code: 'upload-unknown',
    field: 'content',
  });
});

test.each([
  ['an id of another form', '![a](upload:abc)'],
  ['an id in upper case', `![a](upload:${own.replace(/1/g, 'A')})`],
  ['a title', `![a](upload:${own} "title")`],
  ['unescaped brackets', `![a [b]](upload:${own})`],
  ['emphasis', `![*a*](upload:abc)`],
  ['a line break', `![a\nb](upload:${own})`],
  ['a link around it', '[![a](upload:abc)](https://example.org)'],
  ['a table around it', '| a |\n| - |\n| ![a](upload:abc) |'],
])('refuses a picture with %s, which readers would see as Markdown', async (_, text) => {
  expect(await describeOutcome(`${formatRef(own)} ${text}`)).toBe('upload-unknown');
});

test.each([
  ['in code', '`![a](upload:abc)`'],
  ['in a code block', '    ![a](upload:abc)'],
  ['escaped', '\\![a](upload:abc)'],
  ['with escaped brackets', '!\\[a\\](upload:abc)'],
  ['around a picture', `![a] ${formatRef(own)} ](upload:`],
  ['as an embedded image', `![a](https://example.org/a.png) ${formatRef(own)}`],
  ['within a link', `[${formatRef(own)}](https://example.org)`],
])('accepts the Markdown of a picture %s', async (_, text) => {
  expect(await describeOutcome(`${text}\n\n${formatRef(own)}`)).toBe('sealed');
});

test('a refusal names the field that contains the text', async () => {
  await expect(seal(formatRef(missing), { field: 'text' })).rejects.toMatchObject({
    code: 'upload-unknown',
    field: 'text',
  });
  const tooMany = { code: 'too-many-pictures', field: 'text' };
  await expect(seal(formatRef(own).repeat(11), { field: 'text' })).rejects.toMatchObject(tooMany);
});

test('refuses more than ten pictures, even of one upload', async () => {
  await expect(seal(formatRef(own).repeat(11))).rejects.toMatchObject({ code: 'too-many-pictures' });
  expect((await seal(formatRef(own).repeat(10))).uploads).toEqual([own]);
});

test('refuses a text whose markup exceeds the limit only because of its pictures', async () => {
  const link = 'x'.repeat(1_000);
  const formatText = (links: number) => `[a]: /${link}\n\n${'b'.repeat(13_000)}\n\n${'[a]'.repeat(links)}\n\n`;
  let links = 200;
  while ((await describeOutcome(formatText(links + 1))) === 'sealed') links++;
  const withPicture = formatText(links - 1) + formatRef(own).repeat(10);
  expect(() => requireRenderableMarkup(withPicture, 'content')).not.toThrow();
  expect(await describeOutcome(withPicture)).toBe('content-markup');
  expect(await describeOutcome(formatText(links - 10) + formatRef(own).repeat(10))).toBe('sealed');
});

test("an edit by staff keeps the author's pictures and adds none", async () => {
  expect((await seal(formatRef(own), { editorId: 103, uploads: [own] })).uploads).toEqual([own]);
  await expect(seal(formatRef(own), { editorId: 103 })).rejects.toMatchObject({ code: 'upload-unknown' });
  await expect(seal(formatRef(other), { editorId: 102, uploads: [own] })).rejects.toMatchObject({
    code: 'upload-unknown',
  });
});

test('an edit replaces a removed upload with its alt text', async () => {
  expect(await seal(`new ${formatRef(missing)}`, { uploads: [missing] })).toEqual({ content: '~101.new a' });
});

test('adds facts only to pictures that are found', async () => {
  const find = async (id: string) => (id === other ? createFile(id, 102) : null);
  const { storedText } = await withPictures(`${formatRef(own)}${formatRef(other)}`, find);
  expect(storedText).toMatch(/^a!\[a\]\(upload:2+\W4x3/);
});
