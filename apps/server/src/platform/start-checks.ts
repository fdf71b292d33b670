/** Compares the settings with what a server for real business needs, and says what to do about the rest. */
import type { Config } from './config.ts'

/** Holds what a start finds out by looking, beyond the settings. */
export type StartFacts = {
  /** True if at least one account is staff. */
  hasStaff: boolean
  /** True if the work directory is kept in memory; null if the system does not report it. */
  isWorkDirInMemory: boolean | null
  /** True if memory of this server may be written to a disk; null if the system does not report it. */
  canSwap: boolean | null
  /** True if the file system of the keys of originals lets their destruction be claimed. */
  canEraseKeys: boolean
  /** Names of variables that look like settings and are none. */
  unknownSettings: string[]
}

/** `unknown`: the server cannot determine if something is wrong. */
export type Finding =
  | { severity: 'warning'; code: WarningCode; names?: string[] }
  | { severity: 'unknown'; code: UnknownCode }

type WarningCode =
  | 'sample_accounts_public'
  | 'secret_beside_data'
  | 'no_mail_server'
  | 'public_url_insecure'
  | 'public_url_local'
  | 'built_in_bank'
  | 'short_bank_days'
  | 'no_staff'
  | 'originals_on_disk'
  | 'legal_incomplete'
  | 'keys_only_removed'
  | 'settings_ignored'
type UnknownCode = 'proxies' | 'work_dir' | 'swap' | 'shared_files'

type Checked = Pick<
  Config,
  | 'publicUrl'
  | 'sampleData'
  | 'secretKey'
  | 'smtpUrl'
  | 'stripe'
  | 'bankDaySeconds'
  | 'trustedProxies'
  | 'databaseUrl'
  | 's3'
  | 'isWorkDirEncrypted'
  | 'legal'
  | 'hasKeySnapshots'
>

const DAY_SECONDS = 86_400

/**
 * Lists what an operator should know, in the order of the settings. A server with the sample
 * marketplace is one to try out: only what is dangerous there too is listed.
 */
export function checkStart(config: Checked, facts: StartFacts): Finding[] {
  const { protocol, hostname } = new URL(config.publicUrl)
  const isLocal = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  const isHttps = protocol === 'https:'
  const warnings: [WarningCode, boolean][] = config.sampleData
    ? [['sample_accounts_public', !isLocal]]
    : [
        ['public_url_local', isLocal],
        ['public_url_insecure', !isLocal && !isHttps],
        ['secret_beside_data', config.secretKey === null],
        ['no_mail_server', config.smtpUrl === null],
        ['built_in_bank', config.stripe === null],
        ['short_bank_days', config.stripe === null && config.bankDaySeconds !== DAY_SECONDS],
        ['no_staff', !facts.hasStaff],
        ['originals_on_disk', facts.isWorkDirInMemory === false && !config.isWorkDirEncrypted],
        ['keys_only_removed', !facts.canEraseKeys && !config.hasKeySnapshots],
      ]
  const unknowns: [UnknownCode, boolean][] = config.sampleData
    ? []
    : [
        ['proxies', isHttps && !isLocal && config.trustedProxies === 0],
        ['work_dir', facts.isWorkDirInMemory === null && !config.isWorkDirEncrypted],
        ['swap', facts.canSwap !== false],
        ['shared_files', config.databaseUrl !== null],
      ]
  const missing = config.sampleData ? [] : missingParticulars(config.legal)
  return [
    ...warnings.filter(([, holds]) => holds).map(([code]) => warningOf(code)),
    ...(missing.length > 0 ? [{ ...warningOf('legal_incomplete'), names: missing }] : []),
    ...(facts.unknownSettings.length > 0
      ? [{ ...warningOf('settings_ignored'), names: facts.unknownSettings }]
      : []),
    ...unknowns
      .filter(([, holds]) => holds)
      .map(([code]): Finding => ({ severity: 'unknown', code })),
  ]
}

/** Names the settings that the legal documents need. */
const particulars = {
  LEGAL_NAME: 'name',
  LEGAL_ADDRESS: 'address',
  LEGAL_CONTACT: 'contact',
  LEGAL_HOSTING: 'hosting',
  LEGAL_LOG_DAYS: 'logDays',
  GOVERNING_LAW: 'law',
  GOVERNING_COURTS: 'courts',
} as const

function missingParticulars(legal: Checked['legal']): string[] {
  return Object.entries(particulars)
    .filter(([, part]) => legal[part] === null)
    .map(([name]) => name)
}

const warningOf = (code: WarningCode) => ({ severity: 'warning' as const, code })

const sentences: Record<WarningCode | UnknownCode, string> = {
  sample_accounts_public:
    'The sample accounts, two of them staff, have a published password, and PUBLIC_URL is not on this machine. Set SAMPLE_DATA=off before anybody else can reach it.',
  public_url_local:
    'PUBLIC_URL is on this machine, so links in mails open on no other one. Set it to the address that people type.',
  public_url_insecure:
    'PUBLIC_URL is not https: passwords and files travel in the clear. Put a proxy with a certificate in front, and set PUBLIC_URL to its https address.',
  secret_beside_data:
    'The master secret is in DATA_DIR/secret-key, beside what it encrypts: a copy of the directory holds both. Move it to SECRET_KEY or SECRET_KEY_FILE, and keep a copy elsewhere; without it, sealed data cannot be read again.',
  no_mail_server:
    'There is no SMTP_URL: mails are stored and not sent, so that nobody can confirm an address or reset a password. Set SMTP_URL.',
  built_in_bank:
    'The built-in bank is in use, which moves no real money. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET before anybody pays.',
  short_bank_days:
    'A day of the built-in bank is not 86400 seconds, so that transfers settle at other times than at a bank. Leave BANK_DAY_SECONDS unset.',
  no_staff: 'Nobody is staff, so applications wait unread. Run: npm run staff:add EMAIL',
  originals_on_disk:
    'Originals are decrypted on a disk while they are processed. Set WORK_DIR to a tmpfs; or encrypt its disk with a key that a restart forgets, and set WORK_DIR_ENCRYPTED=on.',
  legal_incomplete:
    'The legal documents are templates for your counsel, and have gaps that people see. Set:',
  keys_only_removed:
    'On the file system of KEY_DIR, the key of an original can be removed and not be erased, and certificates claim no more. Put KEY_DIR on ext4 without data=journal, or on a tmpfs.',
  settings_ignored: 'These look like settings and are none, so they are ignored:',
  proxies:
    'Cannot tell whether proxies in front of this server append to X-Forwarded-For. If they do, set TRUST_PROXY to their number: otherwise all people share the address of the proxy, and its limits.',
  work_dir:
    'Cannot tell whether WORK_DIR is kept in memory. Originals are decrypted there; if it is on a disk, use a tmpfs, or encrypt the disk and set WORK_DIR_ENCRYPTED=on.',
  swap: 'Cannot tell whether memory of this server, and a WORK_DIR in it, is ever written to a disk in the clear: this machine may swap. Turn swap off, deny it to the server (MemorySwapMax=0 of systemd, or equal memory limits of a container), or encrypt it with a key that a restart forgets.',
  shared_files:
    'Cannot tell whether other servers use this database. Attachments and evidence are in DATA_DIR of this server, and without S3_ENDPOINT all other files too: give the others an S3 store and ROLE=engine.',
}

/** Returns the sentences that say what was found and what to do about it. */
export function describeFinding(finding: Finding): string {
  const names = 'names' in finding && finding.names ? ` ${finding.names.join(', ')}` : ''
  return sentences[finding.code] + names
}
