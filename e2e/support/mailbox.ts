/** The sample mailbox: what the platform would have mailed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from './ask.ts'

export type Mail = { to: string; subject: string; text: string }

const limitMs = 60_000

/** Waits for and returns the newest mail to this address whose subject matches. */
export async function readMail(url: string, to: string, subject: RegExp): Promise<Mail> {
  const giveUpAt = Date.now() + limitMs
  for (;;) {
    const answer = await ask(`${url}/dev/mailbox/messages?to=${encodeURIComponent(to)}`)
    const mails = (await answer.json()) as Mail[]
    const found = mails.find((mail) => subject.test(mail.subject))
    if (found) return found
    if (Date.now() > giveUpAt)
      throw new Error(`No mail to ${to} like ${subject}; it has: ${mails.map((m) => m.subject)}`)
    await sleep(200)
  }
}

export function organizationIdIn({ text }: Mail): string {
  return find(text, /ORG-\d{5}-[A-Z]{5}/)
}

export function linkIn({ text }: Mail): string {
  return find(text, /https?:\/\/\S+\/auth\/v1\/verify\S+/)
}

function find(text: string, shape: RegExp): string {
  const [found] = shape.exec(text) ?? []
  if (!found) throw new Error(`Nothing like ${shape} in this mail:\n${text}`)
  return found
}
