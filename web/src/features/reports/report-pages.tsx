import { useState } from 'react';
import { Link, useSearchParams } from '../../shared/router.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { MemberField } from '../../ui/fields/member-field.js';
import type { Report } from '../../ui/reports/api.js';
import { faultId, ReportForm } from './report-form.js';
import { ReportPage } from './report-page.js';
import styles from './reports.module.css';
import { parseReportLink, parseSubject, type ReportLink } from '../../ui/reports/subject.js';
import { texts } from '../../ui/reports/texts.js';
import { useReport, type Fault } from '../../ui/reports/use-report.js';

export function ReportPlayerPage() {
  const [params, setParams] = useSearchParams();
  const reportLink = parseReportLink(params);
  const { title, intro } = texts.player;
  return (
    <ReportPage title={title} intro={intro}>
      {reportLink.subject ? (
        <TextReport key={params.toString()} link={reportLink} clear={() => setParams({})} />
      ) : (
        <PlayerReport key={params.toString()} initialPlayer={reportLink.player} />
      )}
    </ReportPage>
  );
}

function TextReport({ link: { subject, player, path }, clear }: { link: ReportLink; clear: () => void }) {
  const form = useReport('player');
  if (!subject) return null;
  return (
    <ReportForm kind="player" form={form} buildReport={(text) => ({ kind: 'post', subject, text })}>
      <p className={`row gap-4-16 ${styles['about']}`}>
        <strong>
          {texts.about[subject.kind]}
          {player !== '' && texts.by(player)}.
        </strong>
        {path !== null && <Link to={path}>{texts.show}</Link>}
        <Button kind="quiet" onClick={clear}>
          {texts.another}
        </Button>
      </p>
    </ReportForm>
  );
}

function PlayerReport({ initialPlayer }: { initialPlayer: string }) {
  const [player, setPlayer] = useState(initialPlayer);
  const [link, setLink] = useState('');
  const form = useReport('player');
  const invalidField = form.fault?.field ?? null;
  return (
    <ReportForm kind="player" form={form} buildReport={(text) => buildReport(player.trim(), link.trim(), text)}>
      <MemberField
        label={texts.name}
        hint={texts.nameHint}
        value={player}
        onChange={setPlayer}
        invalid={invalidField === 'username'}
        {...(invalidField === 'username' ? { faultId } : {})}
      />
      <TextField
        label={texts.link}
        hint={texts.linkHint}
        value={link}
        autoComplete="off"
        aria-invalid={invalidField === 'subject' || undefined}
        onChange={(event) => setLink(event.target.value)}
      />
    </ReportForm>
  );
}

/** A link to a post already identifies what is reported. A link to a profile makes the player name optional. */
function buildReport(player: string, link: string, text: string): Report | Fault {
  const linkedSubject = link === '' ? null : parseSubject(link, location.origin);
  if (link !== '' && linkedSubject === null) return { field: 'subject', message: texts.linkUnknown };
  if (linkedSubject && 'kind' in linkedSubject) return { kind: 'post', subject: linkedSubject, text };
  const username = player || linkedSubject?.player;
  return username ? { kind: 'player', username, text } : { field: 'username', message: texts.nameMissing };
}

export function ReportBugPage() {
  const { title, intro } = texts.bug;
  return (
    <ReportPage title={title} intro={intro}>
      <BugReport />
    </ReportPage>
  );
}

function BugReport() {
  const form = useReport('bug');
  return <ReportForm kind="bug" form={form} buildReport={(text) => ({ kind: 'bug', text })} />;
}
