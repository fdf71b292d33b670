/** Resolves the network address of a request. */
import { isIPv6 } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * Returns the caller's address. Behind proxies, reads the entry that the outermost trusted proxy
 * wrote; entries left of it can be forged.
 */
export function clientAddress(c: Context, trustedProxies: number): string {
  const socket = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket
  const peer = socket?.remoteAddress ?? 'unknown' // tests ask the application without a socket
  if (trustedProxies === 0) return plainAddress(peer)
  const forwarded = (c.req.header('X-Forwarded-For') ?? '').split(',').map((part) => part.trim())
  return plainAddress(forwarded.at(-trustedProxies) || peer)
}

/** A dual-stack socket shows IPv4 callers as ::ffff:192.0.2.1. */
const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

/**
 * Returns the /64 of an IPv6 address, all of which one caller may own, for limits; other addresses
 * unchanged.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const groups = head.split(':').filter(Boolean)
  const end = (tail ?? '').split(':').filter(Boolean)
  while (tail !== undefined && groups.length + end.length < 8) groups.push('0')
  const network = [...groups, ...end].slice(0, 4).map((group) => Number.parseInt(group, 16))
  return `${network.map((group) => group.toString(16)).join(':')}::/64`
}
