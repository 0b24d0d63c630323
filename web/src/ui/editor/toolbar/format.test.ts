import { describe, expect, it } from 'vitest';
import { formats, type Format } from './format.js';

/** The characters `‹` and `›` mark the selection because the samples themselves do not contain them. */
function apply(format: Format, drawn: string): string {
  const [start, end] = [drawn.indexOf('‹'), drawn.indexOf('›') - 1];
  const text = drawn.replace('‹', '').replace('›', '');
  const change = formats[format]({ text, start, end });
  const after = text.slice(0, change.start) + change.text + text.slice(change.end);
  const [from, to] = change.select;
  return `${after.slice(0, from)}‹${after.slice(from, to)}›${after.slice(to)}`;
}

describe('editor tools', () => {
  it.each<[Format, string, string]>([
    ['bold', 'a ‹word› here', 'a **‹word›** here'],
    ['bold', 'a **‹word›** here', 'a ‹word› here'],
    ['bold', '‹›', '**‹bold text›**'],
    ['bold', 'a ‹**word**› here', 'a ‹word› here'],
    ['bold', 'a ‹__word__› here', 'a ‹word› here'],
    ['bold', 'a **wo‹›rd** here', 'a wo‹›rd here'],
    ['bold', 'a wo‹›rd here', 'a **‹word›** here'],
    ['bold', 'a‹ word ›here', 'a **‹word›** here'],
    ['bold', 'a ‹**b** and **c**›', 'a **‹**b** and **c**›**'],
    ['bold', 'a _‹word›_', 'a _**‹word›**_'],
    ['bold', 'a ***‹word›***', 'a *‹word›*'],
    ['italic', '‹word›', '_‹word›_'],
    ['italic', '*‹word›*', '‹word›'],
    ['italic', '**‹word›**', '**_‹word›_**'],
    ['italic', '***‹word›***', '**‹word›**'],
    ['italic', '**wo‹›rd**', '**_‹word›_**'],
    ['spoiler', 'the end: ‹he lives›', 'the end: ||‹he lives›||'],
    ['spoiler', 'the end: ||‹he lives›||', 'the end: ‹he lives›'],
    ['spoiler', '‹one\ntwo›', '>! ‹one\n>! two›'],
    ['spoiler', '‹>! one\n>! two›', '‹one\ntwo›'],
    ['code', 'run ‹npm start›', 'run `‹npm start›`'],
    ['code', 'so: ‹one\ntwo›', 'so: \n```\n‹one\ntwo›\n```\n'],
    ['code', '‹›', '```\n‹›\n```\n'],
    ['code', 'so:\n‹›\nend', 'so:\n```\n‹›\n```\n\nend'],
    ['code', 'run ‹›', 'run `‹code›`'],
    ['link', 'see ‹the map›', 'see [the map](‹https://›)'],
    ['link', '‹https://example.org/a›', '[‹link text›](https://example.org/a)'],
    ['link', '‹›', '[link text](‹https://›)'],
    ['quote', 'one\nt‹wo\nthr›ee\nfour', 'one\n> ‹two\n> three›\nfour'],
    ['quote', '‹> two\n> three›', '‹two\nthree›'],
    ['list', 'eggs‹›', '- ‹eggs›'],
    ['list', '‹›', '- ‹›'],
    ['list', 'one\n‹two\n›three', 'one\n- ‹two›\nthree'],
    ['tasks', '‹dig\nbuild›', '- [ ] ‹dig\n- [ ] build›'],
    ['tasks', '‹- [ ] dig\n- [ ] build›', '‹dig\nbuild›'],
  ])('the tool "%s" turns %j into %j', (format, before, after) => {
    expect(apply(format, before)).toBe(after);
  });
});
