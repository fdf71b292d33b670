/** Runs one task of the synthesis engine in a process of its own, and ends with it, or with the server. */
import { flushCompileCache } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { Announce, FromChild, ToChild } from './messages.ts'
import { outcomeOf } from './run-task.ts'
import type { Task } from './service.ts'

flushCompileCache() // it may be killed at any point from here on

const send = (message: FromChild) => process.send!(message)

/** Waits until the server has recorded that the run has come so far. */
const announce: Announce = async (moment) =>
  await new Promise<void>((resolve) => {
    const proceed = (message: ToChild) => {
      if (message.type !== 'proceed') return
      process.off('message', proceed)
      resolve()
    }
    process.on('message', proceed)
    send(moment)
  })

process.once('disconnect', () => process.exit(1)) // the parent process has exited
// A long computation keeps the main thread from noticing a disconnect.
new Worker(new URL('./parent-watch.worker.ts', import.meta.url), {
  workerData: process.ppid,
}).unref()
process.once('message', (task: Task) => void answer(task))

async function answer(task: Task): Promise<void> {
  const stop = new AbortController()
  process.on('message', (message: ToChild) => {
    if (message.type === 'stop') stop.abort()
  })
  const outcome = await outcomeOf(task, send, announce, stop.signal)
  process.send!(outcome, () => process.disconnect())
}
