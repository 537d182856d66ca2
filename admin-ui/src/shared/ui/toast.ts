import { notifications } from '@mantine/notifications'

/** Shows a short message that something worked. */
export function toast(message: string, ms = 2_500) {
  notifications.show({ message, color: 'glass', autoClose: ms, withBorder: true, closeButtonProps: { 'aria-label': 'Dismiss' } })
}
