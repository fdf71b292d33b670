/** Guards a coordinator as its operator would: by TLS, by tokens, and by the access rules that docs/connections.md has. */
import { execFileSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { leastPrivileges } from '@semblance/contract'

export type Guard = {
  /** Is the port of HTTPS. */
  port: number
  /** Holds the certificate authority, in PEM. */
  ca: string
  /** Holds the secret that signs tokens. */
  tokenKey: string
  /** Names the file of access rules, which Trino reads again every second. */
  rulesPath: string
}

type Rules = Record<string, object[]>

/** Returns the documented rules: those for a reader, then those for all others. */
export function documentedRules(): Rules {
  const page = readFileSync(new URL('../docs/connections.md', import.meta.url), 'utf8')
  const section = page.split('### Trino')[1]?.split('### ')[0] ?? ''
  const [shown = '', others = ''] = [...section.matchAll(/```json\n(.+?)```/gs)].map(
    ([, json = '']) => json,
  )
  const { text } = leastPrivileges.trino
  if (shown.trim() !== text) throw new Error('The page shows other rules than the application.')
  return joined(JSON.parse(text) as Rules, JSON.parse(others) as Rules)
}

function joined(own: Rules, others: Rules): Rules {
  const kinds = [...new Set([...Object.keys(own), ...Object.keys(others)])]
  return Object.fromEntries(
    kinds.map((kind) => [kind, [...(own[kind] ?? []), ...(others[kind] ?? [])]]),
  )
}

/** Writes what guards a coordinator into a directory. Returns it with the lines of the configuration. */
export function writeGuard(dir: string, port: number): { guard: Guard; lines: string[] } {
  mkdirSync(dir)
  const at = (name: string) => join(dir, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: 'pipe' })
  const request = ['req', '-newkey', 'rsa:2048', '-nodes', '-subj']
  openssl(...request, '/CN=Authority', '-x509', '-days', '9', '-keyout', 'ca.key', '-out', 'ca.pem')
  openssl(...request, '/CN=warehouse', '-keyout', 'own.key', '-out', 'own.csr')
  writeFileSync(at('names'), 'subjectAltName=IP:127.0.0.1')
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '9']
  openssl('x509', '-req', '-in', 'own.csr', ...signing, '-extfile', 'names', '-out', 'own.pem')
  const read = (name: string) => readFileSync(at(name), 'utf8')
  writeFileSync(at('server.pem'), `${read('own.key')}${read('own.pem')}`)
  const tokenKey = randomBytes(32).toString('base64')
  writeFileSync(at('token.key'), tokenKey)
  writeFileSync(at('rules.json'), JSON.stringify(documentedRules()))
  writeFileSync(
    at('access.properties'),
    `access-control.name=file\nsecurity.config-file=${at('rules.json')}\nsecurity.refresh-period=1s\n`,
  )
  const lines = [
    'http-server.https.enabled=true',
    `http-server.https.port=${port}`,
    `http-server.https.keystore.path=${at('server.pem')}`,
    'http-server.authentication.type=JWT',
    `http-server.authentication.jwt.key-file=${at('token.key')}`,
    // Other tests, and those who make the tables, come by plain HTTP without a token.
    'http-server.authentication.allow-insecure-over-http=true',
    `access-control.config-files=${at('access.properties')}`,
  ]
  return { guard: { port, ca: read('ca.pem'), tokenKey, rulesPath: at('rules.json') }, lines }
}

/** Signs a token for a user. */
export function tokenFor({ tokenKey }: Pick<Guard, 'tokenKey'>, user: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.floor(Date.now() / 1000) + 3600
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: user, exp })}`
  const key = Buffer.from(tokenKey, 'base64')
  return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`
}
