/** Where videos in texts play: it sets no cookies before they do. The content security policy allows frames of it alone. */
export const videoOrigin = 'https://www.youtube-nocookie.com';
