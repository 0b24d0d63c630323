export const videoOrigin = 'https://www.youtube-nocookie.com';
