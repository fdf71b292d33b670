/** Puts the settings into the words that the legal documents have for this installation. */
import type { Config } from '../../platform/config.ts'

/** Marks what the operator has not given yet, so that a reader sees the gap. */
const gap = (what: string) => `[${what}: not given yet]`

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)
const hours = (count: number) => (count === 1 ? '1 hour' : `${count} hours`)

/** Returns the text of each placeholder of the documents, as Markdown. */
export function particularsOf(config: Config) {
  const { legal } = config
  return {
    operator: legal.name ?? gap('name of the operator'),
    address: legal.address ?? gap('address of the operator'),
    contact: legal.contact ?? gap('contact of the operator'),
    law: legal.law ?? gap('governing law'),
    courts: legal.courts ?? gap('competent courts'),
    logDays: legal.logDays === null ? gap('how long logs are kept') : days(legal.logDays),
    url: config.publicUrl,
    bank: bankText(config),
    sessions: sessionText(config),
    backups: backupText(config),
    workDirectory: workDirectoryText(config),
    recipients: recipientsOf(config)
      .map((line) => `- ${line}`)
      .join('\n'),
  }
}

const bankText = ({ stripe }: Config) =>
  stripe
    ? 'Payments are made through Stripe, where clients and vendors enter their bank accounts.'
    : 'The bank of this installation is built in, for trying the platform out: it moves no real money.'

function sessionText({ sessionHours, sessionIdleHours }: Config): string {
  const ends = [
    'until the person ends them',
    ...(sessionHours === null ? [] : [`${hours(sessionHours)} at most`]),
    ...(sessionIdleHours === null ? [] : [`${hours(sessionIdleHours)} at most without use`]),
  ]
  return ends.join(', ')
}

const backupText = ({ databaseUrl, backupKeep }: Config) =>
  databaseUrl === null
    ? `The newest ${backupKeep} in each directory of backups are kept; older ones are removed with each new one.`
    : "As long as the tools of the operator's database keep them."

function workDirectoryText({ workDir, isWorkDirEncrypted }: Config): string {
  if (isWorkDirEncrypted)
    return 'The operator states that its disk is encrypted with a key that a restart forgets. It is removed with the run.'
  return workDir === null
    ? 'It is on a disk of the server, and removed with the run.'
    : 'The operator has set a place of its own for it. It is removed with the run.'
}

/** Lists who gets data beyond the parties and the operator, one sentence each. */
function recipientsOf(config: Config): string[] {
  const { stripe, s3, smtpUrl, smsWebhook, captcha, passwordBreachUrl, oidcProviders } = config
  return [
    `${config.legal.hosting ?? gap('who runs the servers, and where')}: servers, database and network; all data of the platform`,
    ...(s3
      ? [`${hostOf(s3.endpoint)}: file store; all files, encrypted before they are sent`]
      : []),
    ...(stripe ? ['Stripe: payments; names, bank accounts, amounts and IDs of contracts'] : []),
    ...(smtpUrl ? [`${hostOf(smtpUrl)}: mail; addresses and the content of mails`] : []),
    ...(smsWebhook ? [`${hostOf(smsWebhook.url)}: text messages; phone numbers and codes`] : []),
    ...(captcha
      ? [
          `${captchaNames[captcha.provider]}: tells people from programs at sign-in; network address and browser`,
        ]
      : []),
    ...oidcProviders.map(
      ({ issuer }) =>
        `${hostOf(issuer)}: sign-in, for those who choose it; that and when they sign in`,
    ),
    ...(passwordBreachUrl
      ? [
          `${hostOf(passwordBreachUrl)}: list of stolen passwords; the first five letters of a hash of a new password, without a name`,
        ]
      : []),
  ]
}

const captchaNames = { hcaptcha: 'hCaptcha', turnstile: 'Cloudflare Turnstile' }

const hostOf = (url: string) => new URL(url).hostname
