import type { CsvColumn } from '@/lib/csv.ts'
import { titleCase } from '@/lib/format.ts'
import type { ShellNotification } from './notification-row.tsx'

export const notificationCsv: readonly CsvColumn<ShellNotification>[] = [
  ['Type', (item) => titleCase(item.type)],
  ['Title', (item) => item.title],
  ['Message', (item) => item.message],
  ['Received', (item) => item.createdAt],
  ['Read', (item) => (item.read ? 'Yes' : 'No')],
]
