import { useLocalStorage } from '@mantine/hooks'
import { toast } from '~/shared/ui/toast'

/** Whether a new document may open beside the chat by itself, on this device. */
export function useAutoOpen(): [on: boolean, set: (on: boolean) => void] {
  const [stored, setStored] = useLocalStorage({
    key: 'vitrine.autoOpen',
    defaultValue: 'on',
    serialize: (value) => value,
    deserialize: (value) => (value === 'off' ? 'off' : 'on'),
    getInitialValueInEffect: false,
  })
  return [stored === 'on', (on) => setStored(on ? 'on' : 'off')]
}

/** Says once on a device why something opened by itself, and where that is switched off. */
export function explainAutoOpen() {
  if (localStorage.getItem(explainedKey)) return
  localStorage.setItem(explainedKey, 'yes')
  toast('New documents open here by themselves. The list of artifacts has a switch for that.', 8_000)
}

const explainedKey = 'vitrine.autoOpen.taught'
