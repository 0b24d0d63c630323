import { beforeAll, describe, test } from 'vitest';
import { ages, TwiceBackedUp, type Combination } from '../support/processes/restored-parts.js';
import { createTemporaryFolder } from '../support/processes/server-process.js';

const combinations: Combination[] = ages.flatMap((log) =>
  ages.flatMap((vault) =>
    [...ages, null].flatMap((views) => [...ages, null].map((search) => ({ log, vault, views, search }))),
  ),
);

describe('parts restored from backups of different times', () => {
  let site: TwiceBackedUp;
  beforeAll(async () => (site = await TwiceBackedUp.create(createTemporaryFolder())));

  test.each(combinations)(
    "shows the log's content with log $log, vault $vault, views $views and search $search",
    async (combination) => {
      await site.expectWhatLogSays(combination);
    },
  );
});
