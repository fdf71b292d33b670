import type { Application } from '@semblance/contract'
import { plural } from '@/lib/format.ts'

/** Names a check's result. `clear`: no difference. `look`: a difference. `open`: not compared. */
type Outcome = 'clear' | 'look' | 'open'

export type ApplicationCheck = {
  id: 'domain' | 'seen' | 'register'
  label: string
  outcome: Outcome
  found: string
  /** Names the origin of the compared texts. */
  source: string
}

/** Lists mail services that are open to the public. */
const publicMail = new Set([
  'aol.com',
  'gmail.com',
  'gmx.de',
  'gmx.net',
  'hotmail.com',
  'icloud.com',
  'mail.com',
  'outlook.com',
  'proton.me',
  'protonmail.com',
  'web.de',
  'yahoo.com',
])

/** Returns the comparisons that need no register and no list. */
export function checksOf(application: Application): ApplicationCheck[] {
  return [domainCheck(application), seenCheck(application), registerCheck(application)]
}

export const countToLookAt = (application: Application) =>
  checksOf(application).filter(({ outcome }) => outcome === 'look').length

function domainCheck({ businessEmail, businessWebsite }: Application): ApplicationCheck {
  const domain = businessEmail.split('@').at(-1)?.toLowerCase() ?? ''
  const host = hostOf(businessWebsite)
  const check = { id: 'domain', label: 'E-mail domain', source: 'E-mail and website' } as const
  if (publicMail.has(domain))
    return { ...check, outcome: 'look', found: `Anybody can have an address at ${domain}` }
  if (host === null)
    return { ...check, outcome: 'open', found: `${domain}; no website to compare with` }
  if (sharesDomain(host, domain))
    return { ...check, outcome: 'clear', found: `${domain}, like the website` }
  return { ...check, outcome: 'look', found: `${domain}, but the website is at ${host}` }
}

/** Returns true for an address and a website that share no domain; false without a website. */
export function isOfAnotherDomain({ businessEmail, businessWebsite }: Application): boolean {
  const domain = businessEmail.split('@').at(-1)?.toLowerCase() ?? ''
  const host = hostOf(businessWebsite)
  return host !== null && !sharesDomain(host, domain)
}

const sharesDomain = (host: string, domain: string) =>
  host === domain || host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`)

function hostOf(website: string | null): string | null {
  if (!website) return null
  const address = website.includes('://') ? website : `https://${website}`
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : null
}

function seenCheck({ seenBefore: { applications, organizations } }: Application): ApplicationCheck {
  const check = { id: 'seen', label: 'Seen before', source: 'Semblance' } as const
  if (applications === 0 && organizations === 0)
    return { ...check, outcome: 'clear', found: 'Same e-mail, number or name: none' }
  const found = [
    ...(applications > 0 ? [plural(applications, 'other application')] : []),
    ...(organizations > 0 ? [plural(organizations, 'organization')] : []),
  ].join(' and ')
  return { ...check, outcome: 'look', found: `Same e-mail, number or name: ${found}` }
}

function registerCheck({ registrationNumber, country }: Application): ApplicationCheck {
  const check = { id: 'register', label: 'Company register' } as const
  if (!registrationNumber)
    return {
      ...check,
      outcome: 'look',
      found: 'No registration number given',
      source: 'Application',
    }
  return {
    ...check,
    outcome: 'open',
    found: `${registrationNumber}: look it up`,
    source: country === 'other' ? 'Not compared' : `Not compared (${country})`,
  }
}
