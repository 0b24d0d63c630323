import { AppearanceChoice } from '../appearance/appearance-choice.js';
import { ListChoices } from '../appearance/list-choices.js';
import { Block } from './shared/block.js';
import { texts } from './shared/texts.js';

/** How the site looks to this member. */
export function AppearancePart() {
  return (
    <Block title={texts.parts.appearance}>
      <AppearanceChoice />
      <ListChoices />
    </Block>
  );
}
