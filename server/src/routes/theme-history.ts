import { themeHistoryRow } from '@guildhall/domain/wire/schemas/site/themes.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { idIn } from '../request/input.js';
import { operation } from './operation.js';
import { perMember } from '../http/operation-limits.js';
import { matching, nextPage, positiveIntUpTo } from '../request/paging.js';
import { reasonField } from '../staff/reason.js';
import { restoring, themeHistory } from '../theme/history.js';
import { changeTheme } from './themes.js';

const paged = z.object({ limit: positiveIntUpTo(100).default(20), cursor: matching(/^[1-9]\d{0,14}$/) });

export const themeHistoryRoutes = [
  operation({
    method: 'get',
    path: '/forums/themes/history',
    tag: 'Theme',
    summary: 'The history of themes and logo, newest first',
    query: paged,
    response: z.array(themeHistoryRow),
    actions: ['edit-theme'],
    run: async (call, services) => {
      const { limit, cursor } = call.query;
      const { rows, more } = await themeHistory(services, cursor === undefined ? null : Number(cursor), limit);
      const links = nextPage(more ? String(rows.at(-1)?.revision) : null);
      return { cache: 'no-cache', links, body: rows };
    },
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
    run: async (call, services) => {
      const revision = idIn(call.params.revision);
      return changeTheme(services, call, `restore-theme ${revision}`, await restoring(services, revision));
    },
  }),
];
