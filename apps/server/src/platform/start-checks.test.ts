import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifierKeyOf } from '@semblance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig, type SettingsError } from './config.ts'
import { unknownSettingsOf } from './environment.ts'
import { checkStart, describeFinding, type StartFacts } from './start-checks.ts'
import { readStartFacts } from './start-facts.ts'

const witnessKey = verifierKeyOf('witness.test/w', new Uint8Array(32), 'cosignature').text
const SECRET = Buffer.alloc(32, 7).toString('base64')
const directory = mkdtempSync(join(tmpdir(), 'semblance-settings-'))
afterAll(() => rmSync(directory, { recursive: true }))

function fileOf(content: string): string {
  const path = join(directory, 'secret')
  writeFileSync(path, content)
  return path
}

function faultsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return (error as SettingsError).faults
  }
}

describe('a setting', () => {
  it.each([
    ['PORT', '0x50'],
    ['PORT', '80.5'],
    ['SESSION_HOURS', '1e3'],
    ['BANK_DAY_SECONDS', ' '],
    ['PUBLIC_URL', 'ftp://semblance.test'],
    ['PUBLIC_URL', 'https://semblance.test/market'],
    ['DATABASE_URL', 'db.test:5432'],
    ['SMTP_URL', 'mail.test'],
    ['SECRET_KEY', 'c2hvcnQ='],
    ['SECRET_KEY', 'a passphrase of many words, which is no base64 at all'],
    ['WORK_DIR_ENCRYPTED', 'yes'],
    ['LEGAL_NAME', 'Acme\nInc.'],
    ['LEGAL_CONTACT', '[call us](javascript:alert())'],
    ['LEGAL_LOG_DAYS', '0'],
    ['KEY_DIR_SNAPSHOTS', 'no'],
    ['LOG_WITNESSES', 'https://witness.test'],
    ['LOG_WITNESSES', `${witnessKey} http://witness.test`],
    ['LOG_WITNESSES', `${witnessKey} https://user:password@witness.test`],
    ['LOG_WITNESSES', `${witnessKey} https://witness.test, ${witnessKey} https://witness.test/2`],
    ['LOG_WITNESSES', `${witnessKey.replace('+BA', '+AQ')} https://witness.test`],
    ['LOG_WITNESS_QUORUM', '1'],
    ['OIDC_ACME_CLIENT_ID', 'semblance'],
  ])('%s is refused as %j', (name, value) => {
    const faults = faultsOf({ [name]: value })
    expect(faults.join()).toMatch(name.startsWith('OIDC') ? 'OIDC_ACME_ISSUER' : name)
  })

  it('is read as it says', () => {
    const env = { SECRET_KEY: `${SECRET}\n`, PORT: '8080', SESSION_HOURS: '0.5' }
    expect(readConfig({ ...env, PUBLIC_URL: 'https://semblance.test/' })).toMatchObject({
      secretKey: SECRET,
      port: 8080,
      sessionHours: 0.5,
      publicUrl: 'https://semblance.test',
    })
  })

  it('of witnesses is a key and an address for each, and more than half of them are enough', () => {
    const LOG_WITNESSES = `${witnessKey} https://witness.test/w/,\n`
    const { list, quorum } = readConfig({ LOG_WITNESSES }).witnesses
    expect([list.map(({ key, url }) => [key.name, url]), quorum]).toEqual([
      [['witness.test/w', 'https://witness.test/w']],
      1,
    ])
    expect(readConfig({}).witnesses).toMatchObject({ list: [] })
    expect(faultsOf({ LOG_WITNESSES, LOG_WITNESS_QUORUM: '2' }).join()).toMatch(
      'LOG_WITNESS_QUORUM',
    )
  })

  it('of a new password is the old one, except where the samples are', () => {
    expect(readConfig({ SAMPLE_DATA: 'off' }).passwordChange).toBe('password')
    expect(readConfig({}).passwordChange).toBe('nothing')
    expect(readConfig({ SAMPLE_DATA: 'off', PASSWORD_CHANGE: 'code' }).passwordChange).toBe('code')
  })

  it('that is misspelled is named', () => {
    const env = { S3_SECRET_KEY: 'x', OIDC_MY_IDP_ISSUER: 'https://id.test', S3_REGION: 'eu' }
    const others = { SECRET_KEY_FILE: '/run/key', SMTP_URL_FILE: '', HOME: '/' }
    expect(unknownSettingsOf({ ...env, ...others })).toEqual([
      'S3_SECRET_KEY',
      'OIDC_MY_IDP_ISSUER',
    ])
  })
})

describe('a secret in a file', () => {
  it.each([
    ['SECRET_KEY', SECRET, { secretKey: SECRET }],
    ['DATABASE_URL', 'postgres://db.test/x', { databaseUrl: 'postgres://db.test/x' }],
    ['SMTP_URL', 'smtps://mail.test', { smtpUrl: 'smtps://mail.test' }],
    ['SERVICE_KEY', `sb_secret_${'k'.repeat(32)}`, { serviceKey: `sb_secret_${'k'.repeat(32)}` }],
  ])('is read as %s', (name, content, expected) => {
    expect(readConfig({ [`${name}_FILE`]: fileOf(`${content}\n`) })).toMatchObject(expected)
  })

  it('counts for settings that belong together', () => {
    const s3 = { S3_ENDPOINT: 'https://s3.test', S3_BUCKET: 'b', S3_KEY_ID: 'id' }
    const config = readConfig({ ...s3, S3_SECRET_FILE: fileOf('secret\n') })
    expect(config.s3).toMatchObject({ secret: 'secret' })
  })

  it('is refused when it is missing, empty, or given twice', () => {
    const faults = faultsOf({
      SECRET_KEY_FILE: join(directory, 'absent'),
      SMTP_URL_FILE: fileOf('\n'),
      SERVICE_KEY_FILE: '/run/key',
      SERVICE_KEY: `sb_secret_${'k'.repeat(32)}`,
    })
    expect(faults).toEqual([
      'SECRET_KEY_FILE: the file cannot be read (ENOENT)',
      'SMTP_URL_FILE: the file is empty',
      'SERVICE_KEY_FILE: SERVICE_KEY is set as well; keep one of the two',
    ])
  })
})

describe('a start', () => {
  const business = {
    SAMPLE_DATA: 'off',
    PUBLIC_URL: 'https://semblance.test',
    SECRET_KEY: SECRET,
    SMTP_URL: 'smtp://mail.test',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    TRUST_PROXY: '1',
    LEGAL_NAME: 'Semblance GmbH',
    LEGAL_ADDRESS: 'Example Street 1, Berlin',
    LEGAL_CONTACT: 'legal@semblance.test',
    LEGAL_HOSTING: 'Example Hosting GmbH, Germany',
    LEGAL_LOG_DAYS: '30',
    GOVERNING_LAW: 'the law of Germany',
    GOVERNING_COURTS: 'the courts of Berlin',
  }
  const fine: StartFacts = {
    hasStaff: true,
    isWorkDirInMemory: true,
    canSwap: false,
    canEraseKeys: true,
    unknownSettings: [],
  }
  const found = (env: NodeJS.ProcessEnv, facts: Partial<StartFacts> = {}) =>
    checkStart(readConfig(env), { ...fine, ...facts }).map(({ code }) => code)

  it('finds nothing where everything is set for real business', () => {
    expect(found(business)).toEqual([])
  })

  it.each<[string, NodeJS.ProcessEnv, Partial<StartFacts>]>([
    ['public_url_insecure', { PUBLIC_URL: 'http://semblance.test' }, {}],
    ['public_url_local', { PUBLIC_URL: 'http://localhost:3000' }, {}],
    ['secret_beside_data', { SECRET_KEY: '' }, {}],
    ['no_mail_server', { SMTP_URL: '' }, {}],
    ['built_in_bank', { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' }, {}],
    ['no_staff', {}, { hasStaff: false }],
    ['originals_on_disk', {}, { isWorkDirInMemory: false }],
    ['legal_incomplete', { LEGAL_NAME: '', GOVERNING_COURTS: '' }, {}],
    ['keys_only_removed', {}, { canEraseKeys: false }],
    ['settings_ignored', {}, { unknownSettings: ['S3_KEY'] }],
    ['proxies', { TRUST_PROXY: '0' }, {}],
    ['work_dir', {}, { isWorkDirInMemory: null }],
    ['swap', {}, { canSwap: true }],
    ['swap', {}, { canSwap: null }],
    ['shared_files', { DATABASE_URL: 'postgres://db.test/x' }, {}],
  ])('finds %s alone', (code, env, facts) => {
    expect(found({ ...business, ...env }, facts)).toEqual([code])
  })

  it('names the settings that the legal documents lack', () => {
    const lacking = { ...business, LEGAL_LOG_DAYS: '', GOVERNING_LAW: '' }
    const [finding] = checkStart(readConfig(lacking), fine)
    expect(describeFinding(finding!)).toMatch(/ Set: LEGAL_LOG_DAYS, GOVERNING_LAW$/)
  })

  it.runIf(existsSync('/dev/shm'))('sees that a tmpfs is kept in memory', async () => {
    const facts = await readStartFacts(
      {},
      {
        ...{ workDir: '/dev/shm', dataDir: directory, keyDir: '/dev/shm' },
      },
    )
    expect(facts).toMatchObject({ isWorkDirInMemory: true, canEraseKeys: true })
  })

  it('takes an encrypted disk for as good as memory', () => {
    expect(found({ ...business, WORK_DIR_ENCRYPTED: 'on' }, { isWorkDirInMemory: false })).toEqual(
      [],
    )
  })

  it('expects no claim about keys where the operator states that there are snapshots', () => {
    expect(found({ ...business, KEY_DIR_SNAPSHOTS: 'on' }, { canEraseKeys: false })).toEqual([])
  })

  it('with samples warns only of a server that others reach', () => {
    const facts = { hasStaff: false, isWorkDirInMemory: false }
    expect(found({}, facts)).toEqual([])
    expect(found({ PUBLIC_URL: 'https://demo.test' }, facts)).toEqual(['sample_accounts_public'])
  })

  it('names the command that makes the first staff, and settings that are ignored', () => {
    expect(describeFinding({ severity: 'warning', code: 'no_staff' })).toContain('staff:add')
    const names = ['S3_KEY', 'S3_PASS']
    const finding = { severity: 'warning', code: 'settings_ignored', names } as const
    expect(describeFinding(finding)).toMatch(/S3_KEY, S3_PASS$/)
  })
})
