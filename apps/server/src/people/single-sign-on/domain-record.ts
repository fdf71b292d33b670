/** Looks for the DNS record by which an organization proves a domain. */
import { Resolver } from 'node:dns/promises'
import { ssoRecordHost, ssoRecordPrefix } from '@semblance/contract'
import type { Platform } from '../../platform/http/context.ts'

const TIMEOUT_MS = 3000
const TRIES = 2

export const recordName = (domain: string) => `${ssoRecordHost}.${domain}`
export const recordText = (token: string) => `${ssoRecordPrefix}${token}`

/** Lists the codes by which name servers say that there is no such record, as opposed to no answer. */
const NO_RECORD = new Set<unknown>(['ENODATA', 'ENOTFOUND'])

/** Returns null if the name servers do not answer, which says nothing about the record. */
export async function isRecordThere(
  { resolveTxt = askNameServers }: Pick<Platform, 'resolveTxt'>,
  { domain, token }: { domain: string; token: string },
): Promise<boolean | null> {
  try {
    const records = await resolveTxt(recordName(domain))
    return records.some((parts) => parts.join('').trim() === recordText(token))
  } catch (error) {
    return NO_RECORD.has((error as NodeJS.ErrnoException).code) ? false : null
  }
}

async function askNameServers(host: string): Promise<string[][]> {
  return await new Resolver({ timeout: TIMEOUT_MS, tries: TRIES }).resolveTxt(host)
}
