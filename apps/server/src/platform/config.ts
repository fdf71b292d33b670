/** Reads the configuration from the environment, once. */
import { availableParallelism, totalmem } from 'node:os'
import { contradictionsOf, dataDirOf, hasSampleData } from './contradictions.ts'
import { environment, type Settings } from './environment.ts'
import type { Rate } from './http/token-buckets.ts'
import type { ReportSettings } from './mail/return-path.ts'
import { type OidcProvider, readProviders } from './oidc-settings.ts'
import type { SealKey } from './pdf/seal/seal-key.ts'
import type { Role } from './process/leases.ts'
import { readSecretFiles } from './secret-files.ts'
import type { WitnessSetting } from './setting-types.ts'

/** Reports settings that cannot be used; `faults` has a sentence for each, which starts with its name. */
export class SettingsError extends Error {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(`These settings can't be used:\n  ${faults.join('\n  ')}`)
    this.faults = faults
  }
}

export type Config = {
  port: number
  /**
   * Holds the address at which browsers reach the platform, without a trailing slash. Mailed links
   * start with it.
   */
  publicUrl: string
  dataDir: string
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null
  /** Limits the connections of requests to the database; jobs have others. */
  databasePool: number
  /** Limits the connections of browsers; per address null behind proxies. */
  connections: { maxConnections: number; maxPerAddress: number | null }
  /** Limits the requests of one key, one session, and the visitors of one network; null: no limit. */
  rateLimits: { key: Rate | null; session: Rate | null; visitor: Rate | null }
  sampleData: boolean
  /** False leaves the sample deliveries of past contracts without their datasets, which take the engine a minute. */
  makesOldSamples: boolean
  /** Sets what this server does: `all`, `web` (HTTP), `worker` (jobs but the engine's), `engine`. */
  role: Role
  /** Sets how long a stopping server still answers, so that a load balancer can turn away from it. */
  drainSeconds: number
  /** Null: a key kept in the data directory. */
  secretKey: string | null
  smtpUrl: string | null
  mailFrom: string
  /** Null: reports about mail that comes back are not read. */
  mailReports: ReportSettings | null
  /** Requires new accounts to confirm their e-mail address by a mailed link. */
  mailConfirm: boolean
  logLevel: string
  anonymousSignIns: boolean
  /** Sets the proof a new password requires in addition to the session. */
  passwordChange: 'nothing' | 'password' | 'code'
  /** Counts characters. */
  minPasswordLength: number
  /** Holds the address of a range look-up of stolen passwords; null: no look-up. */
  passwordBreachUrl: string | null
  /** Null: sessions last until they are ended. */
  sessionHours: number | null
  sessionIdleHours: number | null
  /** Payments above this amount need a proof of who is there that is minutes old. */
  stepUpPaymentCents: bigint
  captcha: { provider: 'hcaptcha' | 'turnstile'; siteKey: string; secret: string } | null
  /** Null: SMS rest in the mailbox, like mail without an SMTP server. */
  smsWebhook: { url: string; secret: string } | null
  /** Lists networks of the operator's own that webhooks may reach, also without TLS. */
  webhookNetworks: readonly string[]
  /** Lists networks of the operator's own that vendors' connections may reach at any port, also without TLS. */
  connectionNetworks: readonly string[]
  /** Null: derived from the master secret. */
  serviceKey: string | null
  /** OpenID Connect providers, by OIDC_<NAME>_ISSUER and its like. */
  oidcProviders: OidcProvider[]
  /** Sets the number of proxies in front of the server that append to X-Forwarded-For. */
  trustedProxies: number
  /** Sets the length of a banking day of the built-in bank. Only real days have weekends and holidays. */
  bankDaySeconds: number
  /** Null: the built-in bank. One webhook secret for each endpoint at Stripe. */
  stripe: { secretKey: string; webhookSecrets: string[]; apiBase: string } | null
  /**
   * Holds the directory for unsealed originals during a synthesis, such as a RAM disk. Servers of one
   * database may share it. Null: the data directory.
   */
  workDir: string | null
  /**
   * Holds the keys of originals, each until it is destroyed, and the newest checkpoint of the
   * transparency log. Servers of one database share it. Null: `.keys` next to the data directory.
   */
  keyDir: string | null
  /** Asks these to cosign the transparency log, each below its address; `quorum` of them are enough. */
  witnesses: { list: WitnessSetting[]; quorum: number }
  /** States that something below the file system of the keys keeps old blocks, such as snapshots. */
  hasKeySnapshots: boolean
  /** States that the disk under the work directory is encrypted with a key that no restart keeps. */
  isWorkDirEncrypted: boolean
  /** Null: no metrics are served. They are for the operator, on a port that browsers cannot reach. */
  metricsPort: number | null
  /** Limits the memory of one synthesis process, in MiB. */
  synthesisMemoryMb: number
  /** Limits the memory of all synthesis processes at once, in MiB. */
  engineMemoryMb: number
  /** Limits the threads of all runs of the engine at once; each run has at least one. */
  engineThreads: number
  /** Null: uploads and deliveries are kept in the data directory. */
  s3: {
    /** Such as https://s3.eu-central-1.amazonaws.com; no bucket, no trailing slash. */
    endpoint: string
    bucket: string
    region: string
    keyId: string
    secret: string
    /** Puts the bucket in the path's first part instead of the host name. */
    pathStyle: boolean
  } | null
  /** Seals agreements. Null: keys of the platform's own, which readers do not know. */
  sealKey: SealKey | null
  /** Names an address and a phone number of staff. Null: not offered. */
  support: { email: string | null; phone: string | null }
  /** Paths of lists of sanctions that applicants are compared with. */
  sanctionsLists: string[]
  /** Fills in the legal documents. Null: not given, which they show. */
  legal: {
    name: string | null
    address: string | null
    contact: string | null
    /** Names who runs the servers, and where. */
    hosting: string | null
    /** Counts the days for which the operator keeps the log. */
    logDays: number | null
    law: string | null
    courts: string | null
    /** Holds the operator's own texts. Null: the templates. */
    dir: string | null
  }
  /** Sets the number of backups that `npm run backup` keeps in a directory. */
  backupKeep: number
  /** Holds the moment to which a database of one's own was restored. Null: it was not. */
  restoredAt: Date | null
}

/** Sets the length of a real banking day. */
export const REAL_DAY_SECONDS = 86_400

/** Throws SettingsError with every setting at fault. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const files = readSecretFiles(env)
  const given = Object.fromEntries(Object.entries(files.env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  const oidc = readProviders(given)
  const faults = [
    ...files.faults,
    ...(parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []),
    ...oidc.faults,
    ...contradictionsOf(given),
  ]
  if (!parsed.success || faults.length > 0) {
    throw new SettingsError(faults)
  }
  const settings = parsed.data
  const sampleData = hasSampleData(given)
  return {
    port: settings.PORT,
    publicUrl: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/$/, ''),
    dataDir: dataDirOf(given),
    databaseUrl: settings.DATABASE_URL ?? null,
    databasePool: settings.DATABASE_POOL,
    connections: readConnections(settings),
    rateLimits: readRateLimits(settings),
    sampleData,
    makesOldSamples: settings.SAMPLE_DATA !== 'recent',
    role: settings.ROLE,
    drainSeconds: settings.DRAIN_SECONDS ?? (sampleData ? 0 : 5),
    secretKey: settings.SECRET_KEY ?? null,
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM,
    mailReports: readMailReports(settings),
    mailConfirm: settings.MAIL_CONFIRM === 'on',
    logLevel: settings.LOG_LEVEL,
    ...readAccounts(settings, sampleData),
    oidcProviders: oidc.providers,
    trustedProxies: settings.TRUST_PROXY,
    bankDaySeconds: settings.BANK_DAY_SECONDS ?? (sampleData ? 1 : REAL_DAY_SECONDS),
    stripe: readStripe(settings),
    metricsPort: settings.METRICS_PORT ?? null,
    workDir: settings.WORK_DIR ?? null,
    keyDir: settings.KEY_DIR ?? null,
    witnesses: readWitnesses(settings),
    hasKeySnapshots: settings.KEY_DIR_SNAPSHOTS === 'on',
    isWorkDirEncrypted: settings.WORK_DIR_ENCRYPTED === 'on',
    synthesisMemoryMb: settings.SYNTHESIS_MEMORY_MB,
    engineMemoryMb: settings.ENGINE_MEMORY_MB ?? Math.floor(availableMemoryMb() / 2),
    // One core stays with the server.
    engineThreads: settings.ENGINE_THREADS ?? Math.max(1, availableParallelism() - 1),
    s3: readS3(settings),
    sealKey: settings.SEAL_CERTIFICATE ?? null,
    support: readSupport(settings, sampleData),
    sanctionsLists: settings.SANCTIONS_LISTS,
    legal: readLegalSettings(settings),
    webhookNetworks: settings.WEBHOOK_NETWORKS,
    connectionNetworks: settings.CONNECTION_NETWORKS,
    backupKeep: settings.BACKUP_KEEP,
    restoredAt: settings.RESTORED_AT ? new Date(settings.RESTORED_AT) : null,
  }
}

/** Returns the memory of the container, or of the machine where nothing limits it. */
function availableMemoryMb(): number {
  const limit = process.constrainedMemory() // 0 or beyond all memory: no limit
  return (limit > 0 ? Math.min(limit, totalmem()) : totalmem()) / 1024 ** 2
}

const readAccounts = (settings: Settings, sampleData: boolean) => ({
  anonymousSignIns: settings.ANONYMOUS_SIGN_INS === 'on',
  passwordChange: settings.PASSWORD_CHANGE ?? (sampleData ? 'nothing' : 'password'),
  minPasswordLength: settings.PASSWORD_MIN,
  passwordBreachUrl: settings.PASSWORD_BREACH_URL?.replace(/\/$/, '') ?? null,
  sessionHours: settings.SESSION_HOURS ?? null,
  sessionIdleHours: settings.SESSION_IDLE_HOURS ?? null,
  stepUpPaymentCents: BigInt(settings.STEP_UP_PAYMENT_DOLLARS) * 100n,
  captcha: settings.CAPTCHA_PROVIDER
    ? {
        provider: settings.CAPTCHA_PROVIDER,
        siteKey: settings.CAPTCHA_SITE_KEY!,
        secret: settings.CAPTCHA_SECRET!,
      }
    : null,
  smsWebhook: settings.SMS_WEBHOOK_URL
    ? { url: settings.SMS_WEBHOOK_URL, secret: settings.SMS_WEBHOOK_SECRET! }
    : null,
  serviceKey: settings.SERVICE_KEY ?? null,
})

const readMailReports = ({
  MAIL_REPORTS_TO: address,
  MAIL_REPORTS_SECRET: secret,
}: Settings): Config['mailReports'] => (address && secret ? { address, secret } : null)

const readConnections = (settings: Settings): Config['connections'] => ({
  maxConnections: settings.MAX_CONNECTIONS,
  maxPerAddress: settings.TRUST_PROXY > 0 ? null : settings.MAX_CONNECTIONS_PER_ADDRESS,
})

const readRateLimits = (settings: Settings): Config['rateLimits'] => ({
  key: settings.RATE_LIMIT_KEY,
  session: settings.RATE_LIMIT_SESSION,
  visitor: settings.RATE_LIMIT_VISITOR,
})

/** The sample marketplace has addresses that do not exist. */
const readSupport = (settings: Settings, sampleData: boolean): Config['support'] => ({
  email: settings.SUPPORT_EMAIL ?? (sampleData ? 'support@semblance.example' : null),
  phone: settings.SUPPORT_PHONE ?? (sampleData ? '+1 (212) 555-0148' : null),
})

const readLegalSettings = (settings: Settings): Config['legal'] => ({
  name: settings.LEGAL_NAME ?? null,
  address: settings.LEGAL_ADDRESS ?? null,
  contact: settings.LEGAL_CONTACT ?? null,
  hosting: settings.LEGAL_HOSTING ?? null,
  logDays: settings.LEGAL_LOG_DAYS ?? null,
  law: settings.GOVERNING_LAW ?? null,
  courts: settings.GOVERNING_COURTS ?? null,
  dir: settings.LEGAL_DIR ?? null,
})

/** Without a number, more than half of the witnesses are the quorum. */
const readWitnesses = (settings: Settings): Config['witnesses'] => {
  const list = settings.LOG_WITNESSES ?? []
  return { list, quorum: settings.LOG_WITNESS_QUORUM ?? Math.floor(list.length / 2) + 1 }
}

const readStripe = (settings: Settings): Config['stripe'] =>
  settings.STRIPE_SECRET_KEY
    ? {
        secretKey: settings.STRIPE_SECRET_KEY,
        webhookSecrets: settings.STRIPE_WEBHOOK_SECRET!.split(/[\s,]+/),
        apiBase: settings.STRIPE_API_BASE.replace(/\/$/, ''),
      }
    : null

const readS3 = (settings: Settings): Config['s3'] =>
  settings.S3_ENDPOINT
    ? {
        endpoint: settings.S3_ENDPOINT.replace(/\/$/, ''),
        bucket: settings.S3_BUCKET!,
        region: settings.S3_REGION,
        keyId: settings.S3_KEY_ID!,
        secret: settings.S3_SECRET!,
        pathStyle: settings.S3_PATH_STYLE === 'on',
      }
    : null
