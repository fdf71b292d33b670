/** Mails with the job that sends them, for the system alone. */
import type { MailState } from '@semblance/contract'
import { sql } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { Tx } from '../../platform/database/db.ts'

const state = sql<MailState>`case when m.returned_at is not null then 'returned' when m.sent_at is not null then 'sent' when m.failed_at is not null then 'failed' else 'waiting' end`

/** The words of the partial indexes. */
const inState: Record<MailState, ReturnType<typeof sql<boolean>>> = {
  failed: sql<boolean>`m.failed_at is not null`,
  returned: sql<boolean>`m.returned_at is not null`,
  waiting: sql<boolean>`m.sent_at is null and m.failed_at is null and m.returned_at is null`,
  sent: sql<boolean>`m.sent_at is not null and m.returned_at is null`,
}

const mails = (tx: Tx) =>
  tx
    .selectFrom('app.mails as m')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('app.jobs')
          .select(['id as job_id', 'attempts', 'max_attempts', 'run_at', 'last_error'])
          .where('task', '=', 'mail.send')
          .where(sql<boolean>`payload ->> 'id' = m.id::text`)
          .orderBy('id', 'desc')
          .limit(1)
          .as('j'),
      (join) => join.on(sql<boolean>`m.sent_at is null and m.failed_at is null`),
    )
    .leftJoin('app.refusing_addresses as r', (join) =>
      join.on(sql<boolean>`r.address = lower(m.recipient)`),
    )
    .select(['r.refused_at as address_refused_at', 'm.document'])
    .select(['m.id', 'm.recipient', 'm.subject', 'm.text_body', 'm.created_at'])
    .select(['m.sent_at', 'm.failed_at', 'm.failure', 'm.returned_at', 'm.returned'])
    .select(['j.job_id', 'j.attempts', 'j.max_attempts', 'j.run_at', 'j.last_error'])
    .select(state.as('state'))

export type MailRow = NonNullable<Awaited<ReturnType<typeof findMail>>>

export async function findMail(tx: Tx, id: string) {
  return await mails(tx).where('m.id', '=', id).executeTakeFirst()
}

/** Lists mails, newest first by id (uuidv7 rises with time); one row more than the page. */
export async function listMails(
  tx: Tx,
  filter: { state?: MailState; search: string; after: Position | null; limit: number },
) {
  const { search, after, limit } = filter
  return await mails(tx)
    .$if(filter.state !== undefined, (query) => query.where(inState[filter.state!]))
    .$if(search !== '', (query) =>
      query.where(
        sql<boolean>`strpos(lower(m.recipient || ' ' || m.subject), lower(${search})) > 0`,
      ),
    )
    .$if(after !== null, (query) => query.where('m.id', '<', after!.id))
    .orderBy('m.id', 'desc')
    .limit(limit + 1)
    .execute()
}
