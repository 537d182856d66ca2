import { notifications } from '@mantine/notifications'

/** Says shortly that something worked. */
export function toast(message: string, ms = 2_500) {
  notifications.show({ message, color: 'glass', autoClose: ms, withBorder: true, closeButtonProps: { 'aria-label': 'Dismiss' } })
}
