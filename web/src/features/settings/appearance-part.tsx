import { AppearanceChoice } from '../appearance/appearance-choice.js';
import { Block } from './block.js';
import { texts } from './texts.js';

/** How the site looks to this member. */
export function AppearancePart() {
  return (
    <Block title={texts.parts.appearance}>
      <AppearanceChoice />
    </Block>
  );
}
