import { describe, expect, it } from 'vitest';
import { formats, type Tool } from './format.js';

/** The characters `‹` and `›` mark the selection because the texts themselves do not contain them. */
function apply(tool: Tool, drawn: string): string {
  const [start, end] = [drawn.indexOf('‹'), drawn.indexOf('›') - 1];
  const text = drawn.replace('‹', '').replace('›', '');
  const change = formats[tool]({ text, start, end });
  const after = text.slice(0, change.start) + change.text + text.slice(change.end);
  const [from, to] = change.select;
  return `${after.slice(0, from)}‹${after.slice(from, to)}›${after.slice(to)}`;
}

describe('editor tools', () => {
  it.each<[Tool, string, string]>([
    ['bold', 'a ‹word› here', 'a **‹word›** here'],
    ['bold', 'a **‹word›** here', 'a ‹word› here'],
    ['bold', '‹›', '**‹bold text›**'],
    ['italic', '‹word›', '_‹word›_'],
    ['code', 'run ‹npm start›', 'run `‹npm start›`'],
    ['code', 'so: ‹one\ntwo›', 'so: \n```\n‹one\ntwo›\n```\n'],
    ['link', 'see ‹the map›', 'see [the map](‹https://›)'],
    ['link', '‹https://example.org/a›', '[‹link text›](https://example.org/a)'],
    ['link', '‹›', '[link text](‹https://›)'],
    ['quote', 'one\nt‹wo\nthr›ee\nfour', 'one\n> ‹two\n> three›\nfour'],
    ['quote', '‹> two\n> three›', '‹two\nthree›'],
    ['list', 'eggs‹›', '- ‹eggs›'],
    ['list', '‹›', '- ‹›'],
    ['list', 'one\n‹two\n›three', 'one\n- ‹two›\nthree'],
  ])('the tool "%s" turns %j into %j', (tool, before, after) => {
    expect(apply(tool, before)).toBe(after);
  });
});
