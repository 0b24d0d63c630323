import { linkToPlace } from '../../shared/paths.js';
import { getPlaceRow, type Place } from '../../shared/state/sections.js';
import { SelectField } from '../../ui/fields/select-field.js';
import { texts } from './texts.js';

interface PlaceChooserProps {
  places: Place[];
  selectedPlace: Place | null;
  choose: (place: Place) => void;
}

export function PlaceChooser({ places, selectedPlace, choose }: PlaceChooserProps) {
  const value = selectedPlace ? linkToPlace(selectedPlace) : '';
  const isOfOneSection = new Set(places.map(({ section }) => section.id)).size === 1;
  const isOpen = places.some((place) => linkToPlace(place) === value);
  if (places.length === 0 || (isOpen && places.length === 1)) return null;
  const emptyOption = { value: '', name: selectedPlace ? texts.selectSubcategory : texts.selectSection };
  const options = places.map((place) => ({
    value: linkToPlace(place),
    name: isOfOneSection ? getPlaceRow(place).display_name : formatFullName(place),
  }));
  return (
    <SelectField
      label={texts.where}
      value={isOpen ? value : ''}
      choose={(link) => {
        const place = places.find((other) => linkToPlace(other) === link);
        if (place) choose(place);
      }}
      options={isOpen ? options : [emptyOption, ...options]}
    />
  );
}

const formatFullName = ({ section, subsection }: Place): string =>
  subsection ? `${section.display_name} › ${subsection.display_name}` : section.display_name;
