/** Sent encrypted to a device, which shows it as a notification. */
export interface PushMessage {
  title: string;
  body: string;
  /** The page to open when the notification is pressed. */
  path: string;
  /** A later message with the same tag replaces this one. */
  tag: string;
  /** The URL of the site's logo, if it has one. */
  icon: string | null;
  /** The ids of the notifications to mark as read when the message is pressed. */
  notifications: string[];
}
