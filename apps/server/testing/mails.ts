import type { Market, Person } from './market.ts'

type TestMail = { subject: string; text_body: string }

/** What has been mailed to somebody so far, in order. */
export async function mailsTo(
  { platform }: Pick<Market, 'platform'>,
  { email }: Pick<Person, 'email'>,
): Promise<TestMail[]> {
  const { rows } = await platform.db.pool.query<TestMail>(
    'select subject, text_body from app.mails where recipient = $1 order by id',
    [email],
  )
  return rows
}
