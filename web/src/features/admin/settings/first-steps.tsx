import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { LineSetting, TextSetting } from './setting-fields.js';
import styles from './settings.module.css';
import { texts } from './texts.js';

interface StepProps {
  refused: string | null;
}

export function NameStep({ refused }: StepProps) {
  return (
    <>
      <LineSetting name="name" refused={refused} />
      <TextSetting name="front_title" refused={refused} />
      <TextSetting name="front_text" refused={refused} />
      <TextSetting name="about" refused={refused} />
    </>
  );
}

export function LinksStep({ refused }: StepProps) {
  return (
    <>
      <LineSetting name="server_address" refused={refused} />
      <LineSetting name="chat_link" refused={refused} />
      <LineSetting name="store_link" refused={refused} />
      <LineSetting name="status_url" refused={refused} />
    </>
  );
}

/** What remains to be done after the setup. */
export function DoneStep() {
  const words = texts.first;
  return (
    <>
      <p>{words.doneLead}</p>
      <ul className={styles['next']}>
        <li>
          <Link to={linkTo('adminForums')}>{words.forums}</Link>
        </li>
        <li>
          <Link to={linkTo('adminSettings')}>{words.rules}</Link>
        </li>
        <li>
          <Link to={linkTo('adminRoles')}>{words.roles}</Link>
        </li>
        <li>
          <Link to={linkTo('adminTheme')}>{words.theme}</Link>
        </li>
      </ul>
    </>
  );
}
