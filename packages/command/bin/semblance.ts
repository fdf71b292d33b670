#!/usr/bin/env node
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runCommand } from '../src/run-command.ts'

const abort = new AbortController()
process.once('SIGINT', () => abort.abort())
process.once('SIGTERM', () => abort.abort())

/** Reads a secret that is typed unseen, or piped. */
async function readSecret(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return await text(process.stdin)
  process.stderr.write(prompt)
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true })
  try {
    return await lines.question('', { signal: abort.signal })
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}

process.exitCode = await runCommand(process.argv.slice(2), {
  out: (written) => process.stdout.write(written),
  error: (written) => process.stderr.write(written),
  isWatched: process.stderr.isTTY === true,
  signal: abort.signal,
  env: process.env,
  readInput: () => text(process.stdin),
  readSecret,
})
