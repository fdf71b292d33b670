/**
 * Tests that what the legal documents say about the platform is what the code does. A fact that changes needs a new
 * text, in a file with a new date: the old one stays as it was accepted.
 */
import {
  ANSWER_BUSINESS_DAYS,
  alwaysProhibited,
  DELETION_DAYS,
  defaultLicense,
  formatBps,
  licenseWords,
  MAX_CHANGE_REQUESTS,
  MAX_DISPUTES_PER_SIDE,
  MAX_REVIEW_DAYS,
  NEGOTIATION_DAYS,
  PLATFORM_FEE_BPS,
  plans,
  REVIEW_DAYS,
  RULING_BY_TWO_CENTS,
  upfrontPercents,
} from '@semblance/contract'
import { describe, expect, it } from 'vitest'
import { UPLOAD_LIFETIME_MS } from './delivery/deliveries/originals/destruction.ts'
import { documentsInForce } from './people/legal/documents.ts'
import { particularsOf } from './people/legal/particulars.ts'
import { type Config, readConfig } from './platform/config.ts'

const HOUR_MS = 3_600_000

const legal = {
  LEGAL_NAME: 'Semblance GmbH',
  LEGAL_ADDRESS: 'Example Street 1, Berlin',
  LEGAL_CONTACT: 'legal@semblance.test',
  LEGAL_HOSTING: 'Example Hosting GmbH, Germany',
  LEGAL_LOG_DAYS: '30',
  GOVERNING_LAW: 'the law of Germany',
  GOVERNING_COURTS: 'the courts of Berlin',
}
const business = readConfig({ SAMPLE_DATA: 'off', ...legal })

const textOf = (document: string, config: Config = business) =>
  documentsInForce(config)
    .find((each) => each.document === document)!
    .text.replace(/\s+/g, ' ')

/** Words for the numbers that sentences begin with or hold as words. */
const words = ['no', 'one', 'two', 'three']

describe('the Terms of Service', () => {
  it.each([
    ['the fee', `a platform fee of ${formatBps(PLATFORM_FEE_BPS)} of the price`],
    ['the plan', `the plan ${plans.professional.name} at $${plans.professional.priceCents / 100n}`],
    [
      'what is released at the start',
      `${Object.values(upfrontPercents)
        .sort((one, other) => Number(one - other))
        .slice(0, -1)
        .map((percent) => `${percent}%`)
        .join(', ')} or 100% of the price is released`,
    ],
    ['the review', `${REVIEW_DAYS} unless it names others, at most ${MAX_REVIEW_DAYS}`],
    ['changes', `at most ${words[MAX_CHANGE_REQUESTS]} times in a contract), or opens a dispute`],
    ['disputes', `at most ${words[MAX_DISPUTES_PER_SIDE]} times in a contract. From then on`],
    ['the answer', `${ANSWER_BUSINESS_DAYS} business days to answer`],
    ['the decision', `after ${NEGOTIATION_DAYS} days without a settlement`],
    [
      'two of the staff',
      `From $${(RULING_BY_TWO_CENTS / 100n).toLocaleString('en')} at stake a decision needs two`,
    ],
  ])('state %s as the code has it', (_, sentence) => {
    expect(textOf('terms')).toContain(sentence)
  })
})

describe('the Data License', () => {
  it('says where a contract is silent what requests and offers have by default', () => {
    const rows = licenseWords(defaultLicense).filter(({ aspect }) => aspect !== 'deletion')
    for (const { label, text } of rows)
      expect(textOf('license').toLowerCase()).toContain(`| ${label} | ${text} |`.toLowerCase())
    expect(textOf('license')).toContain(`within ${DELETION_DAYS} days, and says so`)
    expect(defaultLicense.deletion).toBe(true)
  })

  it('prohibits what no option permits', () => {
    expect(textOf('license')).toContain(
      'to identify a person by the twin, to reconstruct rows of the original, or to link rows of the twin with other data about people',
    )
    expect(alwaysProhibited).toMatch(/identify a person.*reconstruct rows.*link the data/)
  })
})

describe('the Privacy Policy and the Data Processing Agreement', () => {
  const hours = UPLOAD_LIFETIME_MS / HOUR_MS

  it('state how long an upload waits', () => {
    expect(textOf('privacy')).toContain(`begun and not delivered | ${hours} hours |`)
    expect(textOf('dpa')).toContain(`not submitted ends after ${hours} hours`)
  })

  it('name the recipients that the settings name, and no others', () => {
    const connected = readConfig({
      SAMPLE_DATA: 'off',
      ...legal,
      SMTP_URL: 'smtps://user:hidden@mail.example.com',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      S3_ENDPOINT: 'https://files.example.com',
      S3_BUCKET: 'b',
      S3_KEY_ID: 'id',
      S3_SECRET: 'hidden',
      SMS_WEBHOOK_URL: 'https://sms.example.com/hook?key=hidden',
      SMS_WEBHOOK_SECRET: 'hidden-hidden-hidden',
      CAPTCHA_PROVIDER: 'turnstile',
      CAPTCHA_SITE_KEY: 'k',
      CAPTCHA_SECRET: 'hidden',
      OIDC_ACME_ISSUER: 'https://id.example.com',
      OIDC_ACME_CLIENT_ID: 'c',
      PASSWORD_BREACH_URL: 'https://passwords.example.com/range',
    })
    const names =
      /mail\.example|Stripe:|files\.example|sms\.example|Turnstile|id\.example|passwords\.example/g
    for (const document of ['privacy', 'dpa']) {
      expect(textOf(document, connected).match(names)).toHaveLength(7)
      expect(textOf(document, connected)).not.toContain('hidden')
      expect(textOf(document)).not.toMatch(names)
      expect(textOf(document)).toContain('Example Hosting GmbH, Germany')
    }
  })

  it('state sessions, backups and the place of runs as they are set', () => {
    expect(particularsOf(business)).toMatchObject({
      sessions: 'until the person ends them',
      workDirectory: 'It is on a disk of the server, and removed with the run.',
    })
    const strict = readConfig({
      SAMPLE_DATA: 'off',
      SESSION_HOURS: '24',
      SESSION_IDLE_HOURS: '1',
      DATABASE_URL: 'postgres://db.test/x',
      WORK_DIR: '/run/work',
      WORK_DIR_ENCRYPTED: 'on',
      BACKUP_KEEP: '3',
    })
    expect(textOf('privacy', strict)).toContain(
      'until the person ends them, 24 hours at most, 1 hour at most without use',
    )
    expect(textOf('dpa', strict)).toContain("tools of the operator's database")
    expect(textOf('dpa', strict)).toContain('The operator states that its disk is encrypted')
    expect(textOf('dpa')).toContain(`The newest ${business.backupKeep} in each directory`)
  })
})

describe('every document', () => {
  const begins =
    /^# [\w ]+ \*\*Template, not legal advice; have counsel adapt it\.\*\* What it says about the platform describes the software/

  it.each(['terms', 'privacy', 'dpa', 'license'])('%s says first that it is a template', (name) => {
    expect(textOf(name)).toMatch(begins)
  })

  it('has no gap once the operator has given the particulars, and shows each one before', () => {
    const gaps = /\[[^\]]*: not given yet\]/g
    const all = (config: Config) => documentsInForce(config).map(({ text }) => text)
    expect(all(business).join().match(gaps)).toBeNull()
    expect(all(business).join()).not.toContain('{{')
    const bare = all(readConfig({ SAMPLE_DATA: 'off' })).join()
    expect(new Set(bare.match(gaps)).size).toBe(Object.keys(legal).length)
  })

  it('has the headings that belong to it', () => {
    const headings = documentsInForce(business).map(({ text }) =>
      [...text.matchAll(/^## \d+\. (.*)$/gm)].map(([, heading]) => heading),
    )
    expect(headings).toEqual([
      [
        'Parties',
        "The platform's role",
        'Formation of the contract',
        'Escrow, fees and refunds',
        'Delivery and acceptance',
        'Disputes',
        'Warranties',
        'Liability',
        'Suspension and end',
        'Changes',
        'Governing law',
      ],
      [
        'Controller',
        'Data',
        'Purposes and legal bases',
        'Recipients',
        'Transfers',
        'Retention',
        'Rights',
      ],
      [
        'Subject, duration and categories',
        'Instructions',
        'Confidentiality',
        'Security',
        'Subprocessors',
        'Breaches',
        'Deletion',
        'Audits',
        'Transfers',
      ],
      [
        'Grant',
        'Options',
        'No reidentification',
        'Warranties',
        'Liability',
        'Term and deletion',
        'Governing law',
      ],
    ])
  })
})
