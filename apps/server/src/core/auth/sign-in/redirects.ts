/** Restricts the redirects of mailed links to the site itself. */

const loopback = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host)

/**
 * Returns the first requested address that the site may redirect to, else the site's; without
 * credentials or fragment.
 */
export function allowedRedirect(
  publicUrl: string,
  ...wishes: (string | null | undefined)[]
): string {
  const site = new URL(publicUrl)
  for (const wish of wishes) {
    if (!wish || !URL.canParse(wish)) continue
    const url = new URL(wish)
    const samePort = url.port === site.port || loopback(site.hostname)
    if (url.protocol !== site.protocol || url.hostname !== site.hostname || !samePort) continue
    if (url.username || url.password) continue
    url.hash = ''
    return url.href
  }
  return publicUrl
}

export function withQuery(target: string, values: Record<string, string>): string {
  const url = new URL(target)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}

/** `sb` marks a fragment as the Auth protocol's own. */
export function withFragment(target: string, values: Record<string, string>): string {
  const url = new URL(target)
  url.hash = new URLSearchParams({ ...values, sb: '' }).toString()
  return url.href
}
