import { useState, type ChangeEvent, type SyntheticEvent } from 'react';
import { useSite } from '../../shared/state/site.js';
import { Button } from '../../ui/button.js';
import { Alert } from '../../ui/alert.js';
import { changeLogo } from './state/actions.js';
import styles from './theme.module.css';
import { texts } from './state/texts.js';

const words = texts.logo;

interface Chosen {
  file: File;
  /** A data URL that holds the picture itself: the content security policy allows no other. */
  shown: string;
  key: string;
}

/** The logo: a picture is previewed before it is on every page. */
export function LogoForm() {
  const logo = useSite((site) => site.logo);
  const name = useSite((site) => site.name);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    setChosen(null);
    if (!file) return;
    if (!file.type.startsWith('image/')) return setFault(words.imagesOnly);
    setFault(null);
    const reader = new FileReader();
    reader.onload = () => {
      if (typeof reader.result === 'string') setChosen({ file, shown: reader.result, key: crypto.randomUUID() });
    };
    reader.readAsDataURL(file);
  }

  async function change(file: File | null, key: string) {
    if (busy) return;
    setBusy(true);
    const refused = await changeLogo(file, key);
    setBusy(false);
    setFault(refused);
    if (refused === null) setChosen(null);
  }

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!chosen) return setFault(words.first);
    const form = event.currentTarget;
    void change(chosen.file, chosen.key).then(() => form.reset());
  }

  return (
    <form className={styles['logo']} onSubmit={submit} noValidate>
      <LogoOnSite label={words.now} picture={logo} name={name} />
      {chosen && <LogoOnSite label={words.preview} picture={chosen.shown} name={name} />}
      <label className={styles['file']}>
        <span className="label">{words.choose}</span>
        <input type="file" name="logo" accept="image/*" onChange={choose} />
        <span className="hint">{words.hint}</span>
      </label>
      {fault !== null && <Alert kind="error">{fault}</Alert>}
      <div className={styles['row']}>
        <Button kind="primary" type="submit" aria-disabled={busy}>
          {busy ? words.uploading : words.upload}
        </Button>
        {logo !== null && (
          <Button aria-disabled={busy} onClick={() => void change(null, crypto.randomUUID())}>
            {words.remove}
          </Button>
        )}
      </div>
    </form>
  );
}

function LogoOnSite({ label, picture, name }: { label: string; picture: string | null; name: string }) {
  return (
    <figure className={styles['logoShown']}>
      <figcaption className="label">{label}</figcaption>
      <div className={styles['logoGround']}>
        {picture === null ? words.none : <img src={picture} alt={name} height={32} />}
      </div>
    </figure>
  );
}
