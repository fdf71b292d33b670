/** Runs tasks of the synthesis engine one after the other, until the process that sends them ends. */

import type { Announce, FromChild, ToChild } from '../src/delivery/engine/messages.ts'
import { outcomeOf } from '../src/delivery/engine/run-task.ts'
import type { Task } from '../src/delivery/engine/service.ts'

const send = (message: FromChild) => process.send!(message)

let proceed = () => {}
let stop = new AbortController()

process.once('disconnect', () => process.exit())
process.on('message', (message: Task | ToChild) => {
  if ('name' in message) void answer(message)
  else if (message.type === 'proceed') proceed()
  else stop.abort()
})

const announce: Announce = async (moment) =>
  await new Promise<void>((resolve) => {
    proceed = resolve
    send(moment)
  })

async function answer(task: Task): Promise<void> {
  process.chdir(task.tempDir)
  process.env.TMPDIR = task.tempDir
  stop = new AbortController()
  const outcome = await outcomeOf(task, send, announce, stop.signal)
  process.chdir('/')
  send(outcome)
}
