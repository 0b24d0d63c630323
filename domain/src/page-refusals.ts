export const pageRefusals = {
  'too-large': [413, 'That is too large.'],
  'passwords-differ': [400, 'Passwords do not match!'],
  'picture-invalid': [400, 'Images only. Choose a PNG, JPEG, WebP, GIF or AVIF file.'],
  'picture-heic': [
    400,
    'This is a HEIC photo, which browsers cannot show. Share or export it as JPEG; on an iPhone, choose Settings > Camera > Formats > Most Compatible to take JPEGs.',
  ],
  'picture-tiff': [400, 'This is a TIFF picture, which browsers cannot show. Export it as PNG or JPEG.'],
  'picture-svg': [
    400,
    'This is an SVG drawing, which may contain scripts. Export it as PNG, at least 512 pixels wide.',
  ],
  'picture-animated': [
    400,
    'This is an animated PNG or AVIF picture, which would not move here. Save it as an animated GIF or WebP, or as a still picture.',
  ],
  'picture-damaged': [400, 'This picture is incomplete or damaged. Copy the original again, or save it again.'],
  'picture-too-heavy': [413, 'A picture can be at most 25 MB. Save it with fewer pixels, or as a JPEG.'],
  'picture-too-large': [
    413,
    'A picture can have at most 50 million pixels. Make it smaller, for example 4,000 pixels wide.',
  ],
  'picture-frames': [
    413,
    'An animation can have at most 500 frames, and 50 million pixels in all frames together. Make it shorter or smaller.',
  ],
  'title-and-content': [400, 'Please enter a title and content!'],
  'must-be-logged-in': [401, 'You must be logged in!'],
  'threads-not-direct': [403, 'Threads are not allowed directly in this section.'],
  'profile-not-found': [404, 'Profile not found.'],
  'login-required': [401, 'Login required!'],
  'type-something': [400, 'Type something!'],
  'login-first': [401, 'Login first!'],
  'reply-empty': [400, 'Type your reply!'],
  'content-length': [400, 'A text can have at most 20,000 characters.'],
  'changed-since': [412, 'Someone changed this in the meantime.'],
} as const satisfies Record<string, readonly [number, string]>;
