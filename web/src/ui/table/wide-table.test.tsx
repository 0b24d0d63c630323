import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../testing/show.js';
import { WideTable } from './wide-table.js';

const table = (
  <WideTable label="Permissions" head={['Section']}>
    <tr>
      <td>Builds</td>
    </tr>
  </WideTable>
);

test.each([
  [400, true],
  [300, false],
])('a table %i pixels wide in a box of 300 pixels shows the hint: %s', async (width, isCutOff) => {
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(width);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300);
  await show(table);
  await screen.findByRole('region', { name: 'Permissions' });
  expect(screen.queryByText('Scroll sideways to see all columns →') !== null).toBe(isCutOff);
});
