/**
 * Rewrites a link of the server to this page's origin. The page may reach the server under another name or
 * port than the server knows. Other links stay unchanged.
 */
export function ownOrigin(link: string, here = location.origin): string {
  const url = new URL(link, here)
  return url.pathname.startsWith('/v1/') ? url.pathname + url.search : link
}
