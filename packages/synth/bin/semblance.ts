#!/usr/bin/env node
import { runCommand } from '../src/command/run-command.ts'

const abort = new AbortController()
process.once('SIGINT', () => abort.abort())
process.once('SIGTERM', () => abort.abort())

process.exitCode = await runCommand(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  isWatched: process.stderr.isTTY === true,
  signal: abort.signal,
})
