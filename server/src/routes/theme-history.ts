import { themeHistoryRow } from '@guildhall/domain/wire/schemas/site/themes.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { idIn } from '../request/input.js';
import { operation, type Call, type Operation } from '../http/operation.js';
import { perMember } from '../http/operation-limits.js';
import type { Result } from '../http/responses/result.js';
import { matching, nextPage, positiveIntUpTo } from '../request/paging.js';
import type { Services } from '../services.js';
import { reasonField } from '../staff/reason.js';
import { restoring, themeHistory } from '../theme/history.js';
import { changeTheme } from './themes.js';

const paged = z.object({ limit: positiveIntUpTo(100).default(20), cursor: matching(/^[1-9]\d{0,14}$/) });

export function themeHistoryRoutes(services: Services): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/forums/themes/history',
      tag: 'Theme',
      summary: 'The history of themes and logo, newest first',
      query: paged,
      response: z.array(themeHistoryRow),
      actions: ['edit-theme'],
      run: (call) => history(services, call),
    }),
    operation({
      method: 'post',
      path: '/forums/themes/history/:revision/restore',
      tag: 'Theme',
      summary: 'Restore an entry of the history: saved or removed colours, the published theme, or a logo',
      body: z.object(reasonField),
      response: writeResponse,
      actions: ['edit-theme'],
      limits: [perMember('staff')],
      run: async (call) => {
        const revision = idIn(call.params.revision);
        return changeTheme(services, call, `restore-theme ${revision}`, await restoring(services, revision));
      },
    }),
  ];
}

async function history(
  services: Pick<Services, 'log' | 'site' | 'directory'>,
  call: Call<unknown, z.infer<typeof paged>>,
): Promise<Result> {
  const { limit, cursor } = call.query;
  const { rows, more } = await themeHistory(services, cursor === undefined ? null : Number(cursor), limit);
  const links = nextPage(more ? String(rows.at(-1)?.revision) : null);
  return { cache: 'no-cache', links, body: rows };
}
