/**
 * Guards connections to addresses that customers name, so that none leads into our own network. What counts is
 * the address that is connected to: names are resolved within the connection's own lookup.
 */
import { Resolver } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Lists IPv4 networks that are no public hosts (RFC 6890 and its successors). */
const closedV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** Only this is public in IPv6: mapped and translated IPv4 addresses lie outside. */
const publicV6 = ['2000::/3']
/** Within it: Teredo and other protocols' addresses, documentation, and 6to4, which wraps IPv4. */
const closedV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const closed = networksOf([...closedV4, ...closedV6])
const open = networksOf(publicV6)

/** Reads networks in CIDR notation. */
function networksOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits = ''] = network.split('/')
    list.addSubnet(base, Number(bits), familyOf(base))
  }
  return list
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

/** Returns true for an address that belongs to the internet, and to no private network. */
export function isPublicAddress(address: string): boolean {
  const family = familyOf(address)
  if (isIP(address) === 0 || closed.check(address, family)) return false
  return family === 'ipv4' || open.check(address, family)
}

/** Says that a connection was not made because of where it would have led. */
export class AddressRefusedError extends Error {
  constructor(host: string) {
    super(`${host} is no public address.`)
  }
}

/** Resolves a name to all its addresses. Throws if it has none. */
type Resolve = (host: string) => Promise<string[]>

export type AddressGuard = {
  /** Throws AddressRefusedError for an address that is refused without a look at its name. */
  check: (url: URL) => void
  /** Returns a connection's lookup, which fails with AddressRefusedError if any address is refused. */
  lookupFor: (url: URL) => LookupFunction
}

/**
 * Makes a guard that lets connections to public addresses by HTTPS, and to the operator's `own` networks by
 * HTTP as well.
 */
export function createAddressGuard(
  own: readonly string[],
  resolve: Resolve = resolveName,
): AddressGuard {
  const ownNetworks = networksOf(own)
  const isAllowed = ({ protocol }: URL, address: string) =>
    ownNetworks.check(address, familyOf(address)) ||
    (protocol === 'https:' && isPublicAddress(address))
  return {
    check: (url) => {
      const isClear = url.protocol !== 'https:'
      if (isClear && own.length === 0) throw new AddressRefusedError(url.hostname)
      // A connection looks up names alone.
      const host = url.hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) !== 0 && !isAllowed(url, host)) throw new AddressRefusedError(host)
    },
    lookupFor: (url) => (host, options, done) => {
      resolve(host).then(
        (addresses) => {
          if (addresses.some((address) => !isAllowed(url, address)))
            return done(new AddressRefusedError(host), '')
          const found = addresses.map((address) => ({ address, family: isIP(address) }))
          const [first] = found
          if (options.all) done(null, found)
          else done(null, first?.address ?? '', first?.family)
        },
        (error) => done(error, ''),
      )
    },
  }
}

/**
 * Returns the addresses that a connection to a host may lead to, which then has to be made to one of these. Throws
 * AddressRefusedError, and what resolving a name does.
 */
export async function resolveAllowed(guard: AddressGuard, url: URL): Promise<string[]> {
  guard.check(url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return [host]
  return await new Promise((resolve, reject) => {
    guard.lookupFor(url)(host, { all: true }, (error, found) => {
      if (error) reject(error)
      else resolve([found].flat().map((one) => (typeof one === 'string' ? one : one.address)))
    })
  })
}

const TIMEOUT_MS = 3000

/** Asks name servers without the threads that files and hashes need, which a silent server would keep. */
async function resolveName(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 })
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length > 0) return found
  throw answers.find((answer) => answer.status === 'rejected')?.reason
}
