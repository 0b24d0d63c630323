export { Bell } from './bell.js';
export { NotificationsPage } from './notifications-page.js';
