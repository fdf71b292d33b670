/** Starts an S3 server of another maker, and reads what it holds by Amazon's own client. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { providePython } from '../python.ts'

type Keys = { accessKeyId: string; secretAccessKey: string }
type Started = { port: number; region: string; users: Record<'writer' | 'next' | 'stranger', Keys> }

export type Bucket = Started & {
  /** Returns the SHA-256 of each object whose key begins so, and how many uploads in parts were begun and not ended. */
  list: (prefix: string) => Promise<{ objects: Record<string, string>; begun: number }>
  stop: () => void
}

export async function startBucket(): Promise<Bucket> {
  const python = providePython(['moto==5.2.5', 'flask==3.1.3', 'flask-cors==6.0.5'])
  const server = spawn(python, [join(import.meta.dirname, 'bucket.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: server.stdout })
  const next = async () => {
    const ended = once(server, 'exit').then(() => {
      throw new Error('The S3 server ended.')
    })
    return JSON.parse((await Promise.race([once(lines, 'line'), ended]))[0])
  }
  const started: Started = await next()
  return {
    ...started,
    list: async (prefix) => {
      const answer = next()
      server.stdin.write(`${prefix}\n`)
      return await answer
    },
    stop: () => void server.kill(),
  }
}
