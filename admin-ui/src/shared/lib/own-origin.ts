/**
 * A link of the server's own, as this page reaches it: behind another name or port than the server
 * believes it has, the page may still load it. Links to elsewhere stay as they are.
 */
export function ownOrigin(link: string, here = location.origin): string {
  const url = new URL(link, here)
  return url.pathname.startsWith('/v1/') ? url.pathname + url.search : link
}
