import { useLocalStorage } from '@mantine/hooks'
import { parseJson } from '~/shared/lib/json'
import { type StoredView, viewOf } from '../model/stored-view'

/** Returns the list settings of this device, and a function that stores them. */
export function useStoredView(): [StoredView, (view: StoredView) => void] {
  const [view, setView] = useLocalStorage<StoredView>({
    key: 'vitrine.deliverables',
    defaultValue: viewOf(null),
    deserialize: read,
    getInitialValueInEffect: false,
  })
  return [view, setView]
}

function read(stored: string | undefined): StoredView {
  const parsed = parseJson(stored ?? '')
  return viewOf('value' in parsed ? parsed.value : null)
}
