/**
 * Videos in posts are loaded from here. It sets no cookies before playback, and the content security policy allows
 * frames of no other origin.
 */
export const videoOrigin = 'https://www.youtube-nocookie.com';
