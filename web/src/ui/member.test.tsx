import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../testing/show.js';
import { MemberName } from './member.js';

test("links a member's name to the profile, but neither an erased member's nor a program's", async () => {
  await show(
    <>
      <MemberName name="Bram" />
      <MemberName name="[deleted]" />
      <MemberName name="Program Backup" />
    </>,
  );
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/profile/Bram']);
  for (const name of ['[deleted]', 'Program Backup']) expect(screen.getByText(name)).toBeDefined();
});
