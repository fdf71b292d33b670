/** Lists the settings, with the text that each takes. The README's table explains them. */
import { minPasswordLength } from '@semblance/contract'
import { z } from 'zod'
import { MAX_LOCAL_PART } from './mail/return-path.ts'
import { readSealKey } from './pdf/seal/seal-key.ts'
import { readSecretFiles } from './secret-files.ts'
import {
  base64Secret,
  decimal,
  networks,
  oneLine,
  rate,
  switchOf,
  urlOf,
  websiteUrl,
  whole,
  witnessList,
} from './setting-types.ts'

const settings = z.object({
  PORT: whole.pipe(z.number().max(65_535)).default(3000),
  PUBLIC_URL: websiteUrl.optional(),
  DATA_DIR: z.string().optional(),
  DATABASE_URL: urlOf(['postgres', 'postgresql']).optional(),
  DATABASE_POOL: whole.pipe(z.number().min(1).max(1000)).default(10),
  MAX_CONNECTIONS: whole.pipe(z.number().min(1)).default(10_000),
  MAX_CONNECTIONS_PER_ADDRESS: whole.pipe(z.number().min(1)).default(200),
  RATE_LIMIT_KEY: rate.default({ burst: 100, perSecond: 20 }),
  RATE_LIMIT_SESSION: rate.default({ burst: 300, perSecond: 20 }),
  RATE_LIMIT_VISITOR: rate.default({ burst: 60, perSecond: 2 }),
  SAMPLE_DATA: z
    .enum(['on', 'recent', 'off'], { error: 'SAMPLE_DATA is on, recent or off' })
    .optional(),
  ROLE: z
    .enum(['all', 'web', 'worker', 'engine'], { error: 'ROLE is all, web, worker or engine' })
    .default('all'),
  DRAIN_SECONDS: decimal.pipe(z.number().min(0).max(300)).optional(),
  SECRET_KEY: base64Secret.optional(),
  SMTP_URL: urlOf(['smtp', 'smtps']).optional(),
  MAIL_FROM: z.string().default('Semblance <no-reply@localhost>'),
  MAIL_REPORTS_TO: z
    .email('is an e-mail address')
    .refine((address) => address.indexOf('@') <= MAX_LOCAL_PART, {
      error: `has at most ${MAX_LOCAL_PART} characters before the @`,
    })
    .refine((address) => !address.includes('+'), { error: 'has no + of its own' })
    .optional(),
  MAIL_REPORTS_SECRET: z.string().min(32, 'at least 32 characters').optional(),
  MAIL_CONFIRM: switchOf('MAIL_CONFIRM').default('on'),
  ANONYMOUS_SIGN_INS: switchOf('ANONYMOUS_SIGN_INS').default('off'),
  PASSWORD_CHANGE: z
    .enum(['nothing', 'password', 'code'], {
      error: 'PASSWORD_CHANGE is nothing, password or code',
    })
    .optional(),
  PASSWORD_MIN: whole.pipe(z.number().min(minPasswordLength).max(72)).default(minPasswordLength),
  PASSWORD_BREACH_URL: urlOf(['https', 'http']).optional(),
  SESSION_HOURS: decimal.pipe(z.number().positive()).optional(),
  SESSION_IDLE_HOURS: decimal.pipe(z.number().positive()).optional(),
  STEP_UP_PAYMENT_DOLLARS: whole.default(5000),
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
  TRUST_PROXY: whole.pipe(z.number().max(10)).default(0),
  BANK_DAY_SECONDS: decimal.pipe(z.number().positive()).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'sk_ or rk_ and more')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+([\s,]+whsec_\S+)*$/, 'whsec_ and more; several with commas between them')
    .optional(),
  STRIPE_API_BASE: z.url().default('https://api.stripe.com'),
  METRICS_PORT: whole.pipe(z.number().max(65_535)).optional(),
  WORK_DIR: z.string().optional(),
  WORK_DIR_ENCRYPTED: switchOf('WORK_DIR_ENCRYPTED').default('off'),
  KEY_DIR: z.string().optional(),
  KEY_DIR_SNAPSHOTS: switchOf('KEY_DIR_SNAPSHOTS').default('off'),
  LOG_WITNESSES: witnessList.optional(),
  LOG_WITNESS_QUORUM: whole.pipe(z.number().min(1)).optional(),
  SYNTHESIS_MEMORY_MB: whole.pipe(z.number().min(1024)).default(4096),
  ENGINE_MEMORY_MB: whole.pipe(z.number().min(1024)).optional(),
  ENGINE_THREADS: whole.pipe(z.number().min(1).max(1024)).optional(),
  S3_ENDPOINT: z.url().optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_KEY_ID: z.string().optional(),
  S3_SECRET: z.string().optional(),
  S3_PATH_STYLE: switchOf('S3_PATH_STYLE').default('on'),
  SEAL_CERTIFICATE: z
    .string()
    .transform((pem, context) => {
      try {
        return readSealKey(pem, new Date())
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message })
        return z.NEVER
      }
    })
    .optional(),
  SUPPORT_EMAIL: z.email('is an e-mail address').optional(),
  SUPPORT_PHONE: z
    .string()
    .trim()
    .regex(/^\+?[\d ()-]{5,30}$/, 'is a phone number, such as +1 (212) 555-0148')
    .optional(),
  LEGAL_NAME: oneLine.optional(),
  LEGAL_ADDRESS: oneLine.optional(),
  LEGAL_CONTACT: oneLine.optional(),
  LEGAL_HOSTING: oneLine.optional(),
  LEGAL_LOG_DAYS: whole.pipe(z.number().min(1)).optional(),
  LEGAL_DIR: z.string().optional(),
  SANCTIONS_LISTS: z
    .string()
    .default('')
    .transform((paths) =>
      paths
        .split(',')
        .map((path) => path.trim())
        .filter(Boolean),
    ),
  GOVERNING_LAW: oneLine.optional(),
  GOVERNING_COURTS: oneLine.optional(),
  WEBHOOK_NETWORKS: networks.default([]),
  CONNECTION_NETWORKS: networks.default([]),
  BACKUP_KEEP: whole.pipe(z.number().min(1)).default(14),
  RESTORED_AT: z.iso
    .datetime({ offset: true, error: 'a moment such as 2026-11-23T08:00:00Z' })
    .optional(),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
})

/** Parses the settings; text that could mean something else is refused. */
export const environment = settings.refine(
  ({ LOG_WITNESSES: list = [], LOG_WITNESS_QUORUM: quorum = 0 }) => quorum <= list.length,
  { path: ['LOG_WITNESS_QUORUM'], error: 'is more than LOG_WITNESSES has' },
)

export type Settings = z.infer<typeof environment>

/** Matches the settings of one OpenID Connect provider. */
export const OIDC_SETTING = /^OIDC_[A-Z0-9]+_(ISSUER|CLIENT_ID|CLIENT_SECRET|SCOPES|AUDIENCES)$/
const OURS =
  /^(S3|STRIPE|OIDC|CAPTCHA|SMS_WEBHOOK|SMTP|MAIL_REPORTS|PASSWORD|WORK_DIR|KEY_DIR|LOG_WITNESS|SECRET_KEY|SERVICE_KEY|DATABASE_URL|LEGAL|GOVERNING|SEAL|WEBHOOK)_/

/** Lists the variables that begin like a setting and are none, such as a misspelled name. */
export const unknownSettingsOf = (env: NodeJS.ProcessEnv): string[] =>
  Object.keys(readSecretFiles(env).env).filter(
    (name) =>
      env[name] && OURS.test(name) && !(name in environment.shape) && !OIDC_SETTING.test(name),
  )
