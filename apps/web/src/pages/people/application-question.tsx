import { SimplePage } from '@/components/layout/simple-page.tsx'
import { AnswerQuestion } from '@/features/people/applications/answer-question.tsx'
import { useLinkToken } from '@/features/people/applications/mail-link.tsx'

export default function ApplicationQuestion() {
  return (
    <SimplePage width="note">
      <title>A question about your application · Semblance</title>
      <h1 className="display mb-7 text-3xl">A question about your application</h1>
      <AnswerQuestion token={useLinkToken()} />
    </SimplePage>
  )
}
