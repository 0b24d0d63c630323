import { useId, useState, type ChangeEvent, type SyntheticEvent } from 'react';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { preparePicture } from '../../../shared/prepare-picture.js';
import { useSite } from '../../../shared/state/site.js';
import { Button } from '../../../ui/button.js';
import { Alert } from '../../../ui/alert.js';
import { PictureButton } from '../../../ui/fields/picture-button.js';
import { changeLogo, type LogoGround } from './actions.js';
import { useColours } from './store.js';
import { useLogoVisible } from './use-logo-visible.js';
import styles from './theme.module.css';
import { texts } from './texts.js';

interface ChosenLogo {
  file: File;
  /** A data URL because the content security policy allows no other source. */
  dataUrl: string;
}

/** Shows the form for light backgrounds only if they need a logo of their own. */
export function LogoForms() {
  return (
    <div className="grid gap-32 padding-y-12">
      <LogoForm ground="dark" />
      <LogoForm ground="light" />
    </div>
  );
}

function LogoForm({ ground }: { ground: LogoGround }) {
  const logoTexts = texts.logo;
  const groundTexts = logoTexts[ground];
  const id = useId();
  const hintId = `${id}-hint`;
  const { logo, light_logo: lightLogo } = useSite();
  const current = ground === 'dark' ? logo : lightLogo;
  const [chosenLogo, setChosen] = useState<ChosenLogo | null>(null);
  const { busy, fault, run, setFault } = useMutation(logoTexts.failed);
  // One logo serves both backgrounds until the light background has its own.
  const grounds: LogoGround[] = ground === 'dark' && lightLogo === null ? ['dark', 'light'] : [ground];

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const pickedFile = event.target.files?.[0];
    setChosen(null);
    if (!pickedFile) return;
    setFault(null);
    const { file, refusal } = await preparePicture(pickedFile, 'logo');
    if (refusal !== null) return setFault(refusal);
    const reader = new FileReader();
    reader.onload = () => {
      if (typeof reader.result === 'string') setChosen({ file, dataUrl: reader.result });
    };
    reader.readAsDataURL(file);
  }

  async function change(picture: ChosenLogo | null) {
    if (await run(picture?.dataUrl ?? 'none', (key) => changeLogo(picture?.file ?? null, ground, key))) setChosen(null);
  }

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!chosenLogo) return setFault(logoTexts.first);
    const form = event.currentTarget;
    void change(chosenLogo).then(() => form.reset());
  }

  return (
    <form className="stack gap-16" aria-labelledby={id} onSubmit={submit} noValidate>
      <div>
        <h2 id={id}>{groundTexts.title}</h2>
        <p className="hint">{groundTexts.body}</p>
      </div>
      <LogoPreview label={logoTexts.now} grounds={grounds} picture={current} none={groundTexts.none} />
      {chosenLogo && (
        <LogoPreview label={logoTexts.preview} grounds={grounds} picture={chosenLogo.dataUrl} none={groundTexts.none} />
      )}
      <p id={hintId} className="hint">
        {logoTexts.hint}
      </p>
      {fault !== null && <Alert kind="error">{fault}</Alert>}
      <div className="row tall-buttons">
        <PictureButton label={groundTexts.choose} hintId={hintId} onChange={(event) => void choose(event)} />
        <Button kind={ground === 'dark' ? 'primary' : 'secondary'} type="submit" aria-disabled={busy}>
          {busy ? logoTexts.uploading : groundTexts.upload}
        </Button>
        {current !== null && (
          <Button aria-disabled={busy} onClick={() => void change(null)}>
            {groundTexts.remove}
          </Button>
        )}
      </div>
    </form>
  );
}

interface LogoPreviewProps {
  label: string;
  grounds: readonly LogoGround[];
  picture: string | null;
  none: string;
}

function LogoPreview({ label, grounds, picture, none }: LogoPreviewProps) {
  return (
    <figure className="grid gap-6">
      <figcaption className="label">{label}</figcaption>
      {picture === null ? (
        <p className="hint">{none}</p>
      ) : (
        <div className={`grid gap-8 ${styles['logoGrounds']}`}>
          {grounds.map((ground) => (
            <LogoOn key={ground} ground={ground} picture={picture} />
          ))}
        </div>
      )}
    </figure>
  );
}

function LogoOn({ ground, picture }: { ground: LogoGround; picture: string }) {
  const name = useSite((site) => site.name);
  const { '--color-header': header = '', '--color-header-text': color } = useColours(ground);
  const isVisible = useLogoVisible(picture, header);
  return (
    <div className="stack gap-6">
      <div
        className={`framed flex gap-12 spread align-center text-13 padding-12 ${styles['logoGround']}`}
        style={{ backgroundColor: header, color }}
      >
        {isVisible ? <img src={picture} alt={name} height={32} /> : <strong className="text-16">{name}</strong>}
        <span>{texts.appearances[ground]}</span>
      </div>
      {!isVisible && (
        <p className="text-13 color-warning" role="status">
          {texts.logo.pale[ground]}
        </p>
      )}
    </div>
  );
}
