import { can } from '@guildhall/domain/permissions.js';
import type { AdminPageName } from '@guildhall/domain/wire/pages.js';
import type { ProjectionsResponse } from '@guildhall/domain/wire/schemas/staff/projections.js';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../../queries/client.js';
import { get } from '../../../shared/api/api.js';
import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { useActor } from '../../../shared/state/session.js';
import { useSite } from '../../../shared/state/site.js';
import { Icon } from '../../../ui/icon.js';
import { useOpenReports } from '../reports/report-count.js';
import { useServerStatus } from '../shared/server-status.js';
import { texts as shared } from '../shared/texts.js';
import styles from '../users/users.module.css';
import { texts } from '../users/texts.js';

interface Step {
  name: string;
  hint?: string;
  page: AdminPageName;
}

const { steps: stepTexts } = texts.dashboard;
const pollMs = 30_000;

export function NextSteps() {
  const steps = useSteps();
  return (
    <section className={styles['section']} aria-labelledby="next-steps">
      <h2 id="next-steps">{stepTexts.title}</h2>
      <div className={styles['nextActions']}>
        {steps.length === 0 && <p className="muted padding-y-12">{stepTexts.none}</p>}
        <ul role="list">
          {steps.map(({ name, hint, page }) => (
            <li key={name} className="line gap-12 border-bottom padding-y-8 relative hoverable">
              <div className="grow">
                <Link to={linkTo(page)} className="whole-row plain-link semibold">
                  {name}
                </Link>
                {hint !== undefined && <p className="hint">{hint}</p>}
              </div>
              <span className="grid color-faint">
                <Icon name="right" size={16} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function useSteps(): Step[] {
  const actor = useActor();
  const { open } = useOpenReports(can(actor, 'handle-reports'));
  const delivery = useServerStatus()?.mail_delivery ?? 'smtp';
  const isSetUp = useSite(({ set_up }) => set_up);
  const projections = useProjections(can(actor, 'manage-projections'));
  const steps: Step[] = [];
  if (open) steps.push({ name: stepTexts.reports(open), page: 'adminReports' });
  if (projections !== null && isFailing(projections))
    steps.push({ name: stepTexts.projections, hint: stepTexts.projectionsHint, page: 'adminProjections' });
  if (!isSetUp && can(actor, 'manage-settings')) steps.push({ name: stepTexts.setUp, page: 'adminFirstRun' });
  if (delivery !== 'smtp')
    steps.push({ name: stepTexts.mail, hint: shared.mailDelivery[delivery], page: 'adminMails' });
  return steps;
}

function useProjections(enabled: boolean): ProjectionsResponse | null {
  const { data = null } = useQuery(
    {
      queryKey: ['projections'],
      queryFn: async () => (await get<ProjectionsResponse>('/admin/projections')).body,
      enabled,
      refetchInterval: pollMs,
    },
    queryClient,
  );
  return data;
}

const isFailing = ({ fault, poison, reactions }: ProjectionsResponse): boolean =>
  fault !== null || poison.length > 0 || reactions.some(({ skipped }) => skipped.length > 0);
