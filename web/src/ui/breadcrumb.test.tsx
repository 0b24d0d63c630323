import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildSectionRow, buildSubsectionRow } from '../testing/rows.js';
import { show } from '../testing/show.js';
import { Breadcrumb } from './breadcrumb.js';

for (const [includeCurrent, links] of [
  [true, ['/forums', '/forums/builds', '/forums/builds/screenshots']],
  [false, ['/forums', '/forums/builds']],
] as const) {
  test(`the breadcrumb links to the parent places${includeCurrent ? ' and the place itself' : ''}`, async () => {
    const place = { section: buildSectionRow(), subsection: buildSubsectionRow() };
    await show(<Breadcrumb place={place} includeCurrent={includeCurrent} />);
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(links);
  });
}
