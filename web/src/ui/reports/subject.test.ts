import { describe, expect, test } from 'vitest';
import { parseReportLink, parseSubject } from './subject.js';

const origin = 'https://guild.example';
const parse = (query: string) => parseReportLink(new URLSearchParams(query));

describe("parsing the report page's URL", () => {
  test('reads the reported player from the URL, if there is one', () => {
    expect(parse('player=Bram')).toEqual({ player: 'Bram', subject: null, path: null });
    expect(parse('')).toEqual({ player: '', subject: null, path: null });
  });

  test('reads a reply with its thread, a thread or a wall post from the URL', () => {
    expect(parse('post=5&thread=3')).toEqual({
      player: '',
      subject: { kind: 'post', id: 5 },
      path: '/forums/thread/3#post-5',
    });
    expect(parse('post=5').path).toBeNull();
    expect(parse('thread=3')).toMatchObject({ subject: { kind: 'thread', id: 3 }, path: '/forums/thread/3' });
    expect(parse('wallpost=7&player=Bram')).toMatchObject({
      subject: { kind: 'wallpost', id: 7 },
      path: '/profile/Bram',
    });
  });

  test('ignores an invalid id in the report URL', () => {
    for (const query of ['post=x', 'post=0', 'post=-1', 'thread=1e3']) expect(parse(query).subject).toBeNull();
  });
});

describe('parsing a link in a report', () => {
  test('a report link can be the URL or path of a reply, a thread or a profile', () => {
    expect(parseSubject(`${origin}/forums/thread/3#post-5`, origin)).toEqual({ kind: 'post', id: 5 });
    expect(parseSubject('/forums/thread/3', origin)).toEqual({ kind: 'thread', id: 3 });
    expect(parseSubject(`${origin}/profile/Bram`, origin)).toEqual({ player: 'Bram' });
  });

  test('rejects a report link to another site or any other page', () => {
    const otherLinks = [
      'https://elsewhere.example/forums/thread/3',
      '/members',
      '/forums/thread/x',
      '/profile/%00',
      'hm',
    ];
    for (const link of otherLinks) expect(parseSubject(link, origin), link).toBeNull();
  });
});
