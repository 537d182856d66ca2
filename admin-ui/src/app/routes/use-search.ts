import { useNavigate } from '@tanstack/react-router'

/** Changes a few of the search parameters of the page one is on; null-ish ones leave the URL. */
export function usePatchSearch<S extends object>() {
  const navigate = useNavigate()
  return (patch: Partial<S>, replace = true) =>
    navigate({ to: '.', search: (search: object) => ({ ...search, ...patch }), replace } as never)
}

/** Back to the first page: any new filter or order begins there. */
export const firstPage = { after: undefined, before: undefined }
