/** Gives each mail a return path of its own, so that a report about it names it. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../security/secrets.ts'

/** Holds the address that reports come back to, and what the caller that passes them on must know. */
export type ReportSettings = { address: string; secret: string }

/** Writes and reads return paths; `address` is the part that all of them share. */
export type ReturnPaths = {
  pathOf: (mailId: string) => string
  /** Returns the mail whose return path is in a text; null for paths that were not given out. */
  mailOf: (text: string) => string | null
}

const MAC_LENGTH = 16

/** Limits the local part of the shared address, as RFC 5321 limits that of a path to 64 characters. */
export const MAX_LOCAL_PART = 64 - 1 - 32 - MAC_LENGTH

/**
 * Signs with a key of the master secret; paths of mails from before its change are not recognized.
 * Strangers write the texts: the pattern begins with what is fixed, so that reading takes time in
 * proportion to the text.
 */
export function returnPaths(address: string, secrets: Pick<Secrets, 'key'>): ReturnPaths {
  const key = secrets.key('return paths of mails')
  const [local = '', domain = ''] = address.toLowerCase().split('@')
  const macOf = (digits: string) =>
    createHmac('sha256', key).update(digits).digest('hex').slice(0, MAC_LENGTH)
  const path = new RegExp(
    `(?<![^\\s<>+,:"])${literal(local)}\\+([0-9a-f]{32})([0-9a-f]{${MAC_LENGTH}})@${literal(domain)}(?![a-z0-9.-])`,
    'g',
  )
  const isOurs = (digits: string, mac: string) =>
    timingSafeEqual(Buffer.from(macOf(digits)), Buffer.from(mac))
  return {
    pathOf: (mailId) => {
      const digits = mailId.replaceAll('-', '')
      return `${local}+${digits}${macOf(digits)}@${domain}`
    },
    mailOf: (text) => {
      for (const [, digits = '', mac = ''] of text.toLowerCase().matchAll(path))
        if (isOurs(digits, mac)) return uuidOf(digits)
      return null
    },
  }
}

/** Returns the pattern that matches just this text. */
const literal = (text: string) => text.replace(/[^a-z0-9]/g, '\\$&')

const uuidOf = (digits: string) =>
  digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
