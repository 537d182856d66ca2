import { notifications } from '@mantine/notifications'

/** Says shortly that something worked. */
export function told(message: string) {
  notifications.show({ message, color: 'glass', autoClose: 2500, withBorder: true })
}
