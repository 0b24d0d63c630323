import type { ChangeEvent } from 'react';
import { acceptedPictures } from '../../shared/prepare-picture.js';
import { getButtonClass } from '../button.js';

interface PictureButtonProps {
  label: string;
  hintId: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** A file field that looks like a button because browsers render the field in their own style and language. */
export function PictureButton({ label, hintId, onChange }: PictureButtonProps) {
  return (
    <label className={`relative ${getButtonClass('secondary')}`}>
      {label}
      <input
        type="file"
        className="visually-hidden"
        aria-describedby={hintId}
        accept={acceptedPictures}
        onChange={onChange}
      />
    </label>
  );
}
