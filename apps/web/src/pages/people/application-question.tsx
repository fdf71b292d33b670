import { useState } from 'react'
import { useLocation } from 'react-router'
import { SimplePage } from '@/components/layout/simple-page.tsx'
import { AnswerQuestion } from '@/features/people/applications/answer-question.tsx'

/** Keeps the token of the link in the fragment, which no server and no referrer receives. */
export default function ApplicationQuestion() {
  const { hash } = useLocation()
  const [token] = useState(hash.slice(1))
  return (
    <SimplePage width="note">
      <title>A question about your application · Semblance</title>
      <h1 className="display mb-7 text-3xl">A question about your application</h1>
      <AnswerQuestion token={token} />
    </SimplePage>
  )
}
