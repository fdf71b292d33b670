import { type CompanyProfile, type Review, reviewCan } from '@semblance/contract'
import { Link } from 'react-router'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Avatar } from '@/components/ui/avatar.tsx'
import { date } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { ReplyToReview } from './reply-to-review.tsx'
import { Stars } from './stars.tsx'

type ReviewItemProps = { review: Review; company: CompanyProfile }

export function ReviewItem({ review, company }: ReviewItemProps) {
  const { reviewer, reply, repliedAt } = review
  const name = reviewer?.name ?? 'Closed account'
  return (
    <li className="px-4 py-5 md:px-5">
      <article>
        <div className="flex items-start gap-3">
          <Avatar name={name} tone="client" square size={36} />
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <h3 className="min-w-0 font-semibold text-base [overflow-wrap:anywhere]">
                {reviewer ? (
                  <Link
                    to={paths.company(reviewer.slug)}
                    className="rounded-xs underline-offset-[3px] hover:underline"
                  >
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </h3>
              <TimeText
                at={review.createdAt}
                show={date}
                className="text-muted-foreground text-sm"
              />
            </div>
            <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
              {review.project}
            </p>
          </div>
        </div>
        <div className="mt-3 md:pl-12">
          <Stars value={review.rating} label={`${review.rating} of 5 stars`} />
          <p className="mt-1.5 max-w-[72ch] whitespace-pre-line text-base [overflow-wrap:anywhere]">
            {review.comment}
          </p>
          {reply !== null && (
            <div className="mt-4 rounded-md border bg-sunken px-4 py-3">
              <div className="flex flex-wrap items-baseline justify-between gap-x-3">
                <h4 className="font-medium text-sm">{company.name} answered</h4>
                {repliedAt && (
                  <TimeText at={repliedAt} show={date} className="text-muted-foreground text-sm" />
                )}
              </div>
              <p className="mt-1 max-w-[72ch] whitespace-pre-line text-base [overflow-wrap:anywhere]">
                {reply}
              </p>
            </div>
          )}
          {reviewCan.reply({ reply, isAboutOwn: company.isOwn }) && (
            <ReplyToReview review={review} />
          )}
        </div>
      </article>
    </li>
  )
}
