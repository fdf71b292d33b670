/** Addresses of systems that organizations name. */
import { requiredText } from '../core/text.ts'

/** Returns true for a name or an address of a host, without port, path and user. */
function isHost(text: string): boolean {
  const host = text.includes(':') ? `[${text}]` : text
  const parsed = URL.parse(`https://${host}`)
  return (
    parsed !== null &&
    parsed.host === parsed.hostname &&
    parsed.pathname === '/' &&
    !/[@/?#\\]/.test(text)
  )
}

export const hostOf = (example: string) =>
  requiredText('Host', 253).refine(isHost, `Enter a host such as ${example}`)

/** Parses the address of a store that speaks S3. */
export const s3Endpoint = requiredText('Address', 500).refine((text) => {
  const parsed = URL.parse(text)
  return (
    parsed !== null &&
    /^https?:$/.test(parsed.protocol) &&
    `${parsed.username}${parsed.password}${parsed.search}${parsed.hash}` === '' &&
    parsed.pathname === '/'
  )
}, 'Enter an address such as https://s3.eu-central-1.amazonaws.com')
