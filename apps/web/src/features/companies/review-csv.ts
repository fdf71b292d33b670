import type { Review } from '@semblance/contract'
import type { CsvColumn } from '@/lib/csv.ts'

export const reviewCsv: readonly CsvColumn<Review>[] = [
  ['Reviewer', (review) => review.reviewer?.name],
  ['Rating', (review) => review.rating],
  ['Project', (review) => review.project],
  ['Comment', (review) => review.comment],
  ['Written', (review) => review.createdAt],
  ['Reply', (review) => review.reply],
  ['Replied', (review) => review.repliedAt],
]
