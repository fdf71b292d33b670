import type { SentMail } from '@semblance/contract'
import type { CsvColumn } from '@/lib/csv.ts'

export const mailCsv: readonly CsvColumn<SentMail>[] = [
  ['To', (mail) => mail.recipient],
  ['Subject', (mail) => mail.subject],
  ['State', (mail) => mail.state],
  ['Written', (mail) => mail.createdAt],
  ['Sent', (mail) => mail.sentAt],
  ['Refused', (mail) => mail.failedAt],
  ['Tries', (mail) => mail.attempts],
  ['Last error', (mail) => mail.failure],
]
