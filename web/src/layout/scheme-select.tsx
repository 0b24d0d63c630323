import { schemeOf, schemes } from '@guildhall/domain/theme/schemes.js';
import { chooseScheme, useScheme } from '../shared/browser/scheme.js';
import { texts } from '../shared/texts.js';

/** The colour scheme of this browser, also for guests. */
export function SchemeSelect() {
  const chosen = useScheme((state) => state.scheme);
  return (
    <label className={'line'}>
      {texts.scheme.label}
      <select className="select" value={chosen} onChange={(event) => chooseScheme(schemeOf(event.target.value))}>
        {schemes.map((scheme) => (
          <option key={scheme} value={scheme}>
            {texts.scheme.names[scheme]}
          </option>
        ))}
      </select>
    </label>
  );
}
