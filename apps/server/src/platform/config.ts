/** The environment, parsed once. The README's table lists every setting. */
import { join } from 'node:path'
import { z } from 'zod'

const switchOf = (name: string) => z.enum(['on', 'off'], { error: `${name} is either on or off` })

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PUBLIC_URL: z.url().optional(),
  DATA_DIR: z.string().optional(),
  DATABASE_URL: z.string().optional(),
  SAMPLE_DATA: switchOf('SAMPLE_DATA').optional(),
  SOLE_WORKER: switchOf('SOLE_WORKER').optional(),
  SECRET_KEY: z.string().optional(),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default('Semblance <no-reply@localhost>'),
  MAIL_CONFIRM: switchOf('MAIL_CONFIRM').default('on'),
  ANONYMOUS_SIGN_INS: switchOf('ANONYMOUS_SIGN_INS').default('off'),
  PASSWORD_CHANGE: z
    .enum(['nothing', 'password', 'code'], {
      error: 'PASSWORD_CHANGE is nothing, password or code',
    })
    .default('nothing'),
  SESSION_HOURS: z.coerce.number().positive().optional(),
  SESSION_IDLE_HOURS: z.coerce.number().positive().optional(),
  CAPTCHA_PROVIDER: z
    .enum(['hcaptcha', 'turnstile'], { error: 'CAPTCHA_PROVIDER is hcaptcha or turnstile' })
    .optional(),
  CAPTCHA_SITE_KEY: z.string().optional(),
  CAPTCHA_SECRET: z.string().optional(),
  SMS_WEBHOOK_URL: z.url().optional(),
  SMS_WEBHOOK_SECRET: z.string().min(16, 'at least 16 characters').optional(),
  SERVICE_KEY: z
    .string()
    .regex(/^sb_secret_[\w-]{32,}$/, 'sb_secret_ and at least 32 characters')
    .optional(),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  BANK_DAY_SECONDS: z.coerce.number().positive().optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'sk_ or rk_ and more')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+([\s,]+whsec_\S+)*$/, 'whsec_ and more; several with commas between them')
    .optional(),
  STRIPE_API_BASE: z.url().default('https://api.stripe.com'),
  WORK_DIR: z.string().optional(),
  SYNTHESIS_MEMORY_MB: z.coerce.number().int().min(1024).default(4096),
  S3_ENDPOINT: z.url().optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_KEY_ID: z.string().optional(),
  S3_SECRET: z.string().optional(),
  S3_PATH_STYLE: switchOf('S3_PATH_STYLE').default('on'),
  BACKUP_KEEP: z.coerce.number().int().min(1).default(14),
  RESTORED_AT: z.iso
    .datetime({ offset: true, error: 'a moment such as 2026-11-23T08:00:00Z' })
    .optional(),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
})

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
  sampleData: boolean
  /** True if no other process runs jobs of this database. */
  soleWorker: boolean
  /** Null: a key kept in the data directory. */
  secretKey: string | null
  smtpUrl: string | null
  mailFrom: string
  /** Requires new accounts to confirm their e-mail address by a mailed link. */
  mailConfirm: boolean
  logLevel: string
  anonymousSignIns: boolean
  /** Sets the proof a new password requires in addition to the session. */
  passwordChange: 'nothing' | 'password' | 'code'
  /** Null: sessions last until they are ended. */
  sessionHours: number | null
  sessionIdleHours: number | null
  captcha: { provider: 'hcaptcha' | 'turnstile'; siteKey: string; secret: string } | null
  /** Null: SMS rest in the mailbox, like mail without an SMTP server. */
  smsWebhook: { url: string; secret: string } | null
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
   * Holds the directory for unsealed originals during a synthesis, such as a RAM disk. It is for
   * this server only. Null: the data directory.
   */
  workDir: string | null
  /** Limits the memory of one synthesis process, in MiB. */
  synthesisMemoryMb: number
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
  /** Sets the number of backups that `npm run backup` keeps in a directory. */
  backupKeep: number
  /** Holds the moment to which a database of one's own was restored. Null: it was not. */
  restoredAt: Date | null
}

export type OidcProvider = {
  name: string
  issuer: string
  clientId: string
  clientSecret: string | null
  scopes: string[]
  audiences: string[]
}

/** Sets the length of a real banking day. */
export const REAL_DAY_SECONDS = 86_400

/** Throws an Error that names every setting at fault. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  const oidc = readProviders(given)
  const faults = [
    ...(parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []),
    ...oidc.faults,
    ...incomplete(given, ['CAPTCHA_PROVIDER', 'CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET']),
    ...incomplete(given, ['SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET']),
    ...incomplete(given, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']),
    ...incomplete(given, ['S3_ENDPOINT', 'S3_BUCKET', 'S3_KEY_ID', 'S3_SECRET']),
    ...(given.STRIPE_SECRET_KEY && hasSampleData(given)
      ? ['SAMPLE_DATA: must be off with Stripe, which moves real money']
      : []),
  ]
  if (!parsed.success || faults.length > 0) {
    throw new Error(`These settings can't be used:\n  ${faults.join('\n  ')}`)
  }
  const settings = parsed.data
  const sampleData = hasSampleData(given)
  return {
    port: settings.PORT,
    publicUrl: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/$/, ''),
    dataDir: settings.DATA_DIR ?? join(import.meta.dirname, '../../../../.data'),
    databaseUrl: settings.DATABASE_URL ?? null,
    sampleData,
    soleWorker: (settings.SOLE_WORKER ?? (settings.DATABASE_URL ? 'off' : 'on')) === 'on',
    secretKey: settings.SECRET_KEY ?? null,
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM,
    mailConfirm: settings.MAIL_CONFIRM === 'on',
    logLevel: settings.LOG_LEVEL,
    anonymousSignIns: settings.ANONYMOUS_SIGN_INS === 'on',
    passwordChange: settings.PASSWORD_CHANGE,
    sessionHours: settings.SESSION_HOURS ?? null,
    sessionIdleHours: settings.SESSION_IDLE_HOURS ?? null,
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
    oidcProviders: oidc.providers,
    trustedProxies: settings.TRUST_PROXY,
    bankDaySeconds: settings.BANK_DAY_SECONDS ?? (sampleData ? 1 : REAL_DAY_SECONDS),
    stripe: readStripe(settings),
    workDir: settings.WORK_DIR ?? null,
    synthesisMemoryMb: settings.SYNTHESIS_MEMORY_MB,
    s3: readS3(settings),
    backupKeep: settings.BACKUP_KEEP,
    restoredAt: settings.RESTORED_AT ? new Date(settings.RESTORED_AT) : null,
  }
}

type Settings = z.infer<typeof environment>

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

/**
 * Returns true if the sample marketplace is on: by default in the embedded database only, otherwise
 * as SAMPLE_DATA requests.
 */
const hasSampleData = (env: NodeJS.ProcessEnv): boolean =>
  (env.SAMPLE_DATA ?? (env.DATABASE_URL ? 'off' : 'on')) === 'on'

/** Settings that mean something together only. */
function incomplete(env: NodeJS.ProcessEnv, names: string[]): string[] {
  const missing = names.filter((name) => env[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return []
  return missing.map((name) => `${name}: is missing`)
}

/** OIDC_GOOGLE_ISSUER, OIDC_GOOGLE_CLIENT_ID, ... make the provider `google`. */
function readProviders(env: NodeJS.ProcessEnv): { providers: OidcProvider[]; faults: string[] } {
  const names = Object.keys(env).flatMap((key) => /^OIDC_([A-Z0-9]+)_ISSUER$/.exec(key)?.[1] ?? [])
  const words = (text = '') => text.split(/[\s,]+/).filter(Boolean)
  const faults: string[] = []
  const providers = names.map((name) => {
    const setting = (part: string) => env[`OIDC_${name}_${part}`]
    const issuer = setting('ISSUER')!
    if (!URL.canParse(issuer)) faults.push(`OIDC_${name}_ISSUER: is no URL`)
    if (!setting('CLIENT_ID')) faults.push(`OIDC_${name}_CLIENT_ID: is missing`)
    return {
      name: name.toLowerCase(),
      issuer,
      clientId: setting('CLIENT_ID') ?? '',
      clientSecret: setting('CLIENT_SECRET') ?? null,
      scopes: words(setting('SCOPES') ?? 'profile'),
      audiences: words(setting('AUDIENCES')),
    }
  })
  return { providers, faults }
}
