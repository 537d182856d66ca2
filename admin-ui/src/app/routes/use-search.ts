import { useNavigate } from '@tanstack/react-router'

/**
 * Returns a function that changes some search parameters of the current page. Undefined values are
 * removed from the URL. The page scrolls to the top only when a list goes to another page.
 */
export function usePatchSearch<S extends object>() {
  const navigate = useNavigate()
  return (patch: Partial<S>, replace = true) =>
    navigate({ to: '.', search: (search: object) => ({ ...search, ...patch }), replace, resetScroll: 'after' in patch } as never)
}

/** The search parameters of the first page. A new filter or order starts there. */
export const firstPage = { after: undefined, before: undefined }
