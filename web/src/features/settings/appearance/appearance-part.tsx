import { AppearanceChoice } from './appearance-choice.js';
import { ListChoices } from './list-choices.js';
import { Block } from '../shared/block.js';
import { texts } from '../shared/texts.js';

/** How the site looks to this member. */
export function AppearancePart() {
  return (
    <Block title={texts.parts.appearance}>
      <AppearanceChoice />
      <ListChoices />
    </Block>
  );
}
