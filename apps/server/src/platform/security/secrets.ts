/** One master secret; every use of it has a key of its own. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type Secrets = {
  /** 32 bytes that belong to `purpose` alone. */
  key: (purpose: string) => Buffer
  /** AES-256-GCM under the purpose's key: nonce, tag and ciphertext in base64url. */
  seal: (purpose: string, plain: string) => string
  /** Throws when the text was altered or sealed for another purpose. */
  open: (purpose: string, sealed: string) => string
}

/** Reads the master secret (base64, at least 32 bytes), or makes one on first use, readable by its owner alone. */
function loadMasterSecret(path: string): Buffer {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
  }
  return Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')
}

/** Returns the master secret: SECRET_KEY, or else the key in the data directory, made on first use. */
export const masterSecretOf = (config: { secretKey: string | null; dataDir: string }): Buffer =>
  config.secretKey
    ? Buffer.from(config.secretKey, 'base64')
    : loadMasterSecret(join(config.dataDir, 'secret-key'))

/** Describes a change of the master secret. */
export type Renewal = { from: Secrets; to: Secrets }

/** Seals what one master secret has sealed under another. Throws when the former does not open it. */
export const reseal = ({ from, to }: Renewal, purpose: string, sealed: string): string =>
  to.seal(purpose, from.open(purpose, sealed))

export function createSecrets(master: Buffer): Secrets {
  if (master.length < 32) throw new Error('SECRET_KEY must hold at least 32 bytes of base64.')
  const key = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', master, '', `semblance:${purpose}`, 32))
  return {
    key,
    seal: (purpose, plain) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key(purpose), nonce)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open: (purpose, sealed) => {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key(purpose), bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}
