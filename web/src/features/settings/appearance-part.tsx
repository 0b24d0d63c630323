import { schemes } from '@guildhall/domain/theme/schemes.js';
import { chooseDensity, chooseSingleKeys, densities, useListChoices } from '../../shared/browser/list-choices.js';
import { chooseScheme, useScheme } from '../../shared/browser/scheme.js';
import { texts as shared } from '../../shared/texts.js';
import { ChoiceField } from '../../ui/fields/choice-field.js';
import { SwitchField } from '../../ui/fields/switch-field.js';
import { Setting } from './setting.js';
import { texts } from './texts.js';

const schemeOptions = schemes.map((value) => ({
  value,
  name: shared.scheme.names[value],
  hint: texts.appearance.schemes[value],
}));
const densityOptions = densities.map((value) => ({ value, ...texts.appearance.densities[value] }));

export function AppearancePart() {
  const scheme = useScheme((state) => state.scheme);
  const { density, singleKeys } = useListChoices();
  return (
    <Setting title={texts.parts.appearance} lead={texts.appearance.stored}>
      <ChoiceField label={texts.appearance.scheme} value={scheme} choose={chooseScheme} options={schemeOptions} />
      <ChoiceField label={texts.appearance.lists} value={density} choose={chooseDensity} options={densityOptions} />
      <SwitchField
        label={texts.appearance.singleKeys}
        hint={texts.appearance.aboutSingleKeys}
        checked={singleKeys}
        change={chooseSingleKeys}
      />
    </Setting>
  );
}
