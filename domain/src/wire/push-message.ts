/** What a device receives, encrypted, and shows as a notification. */
export interface PushMessage {
  title: string;
  body: string;
  /** Opens what the notification is about. */
  path: string;
  /** A later message with the same tag replaces this one. */
  tag: string;
  /** The address of the site's logo, if it has one. */
  icon: string | null;
  /** The ids of the notifications to mark as read when the message is pressed. */
  notifications: string[];
}
