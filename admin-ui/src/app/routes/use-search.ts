import { useNavigate } from '@tanstack/react-router'

/**
 * Changes a few of the search parameters of the page one is on; null-ish ones leave the URL. Only
 * another page of a list begins at its top: whoever opens something stays where they are.
 */
export function usePatchSearch<S extends object>() {
  const navigate = useNavigate()
  return (patch: Partial<S>, replace = true) =>
    navigate({ to: '.', search: (search: object) => ({ ...search, ...patch }), replace, resetScroll: 'after' in patch } as never)
}

/** Back to the first page: any new filter or order begins there. */
export const firstPage = { after: undefined, before: undefined }
