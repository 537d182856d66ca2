import { useLocalStorage } from '@mantine/hooks'
import { toast } from '~/shared/ui/toast'

/** The setting of this device: whether new documents open beside the chat by themselves. */
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

/** Explains once per device why a document opened by itself, and where to disable it. */
export function explainAutoOpen() {
  if (localStorage.getItem(explainedKey)) return
  localStorage.setItem(explainedKey, 'yes')
  toast('New documents open here by themselves. You can turn this off in the list of artifacts.', 8_000)
}

const explainedKey = 'vitrine.autoOpen.taught'
