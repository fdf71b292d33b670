/** One-time secrets: random on the wire, SHA-256 at rest. */
import { createHash, randomBytes } from 'node:crypto'

/** 256 bits in base64url. */
export const newToken = () => randomBytes(32).toString('base64url')

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')
