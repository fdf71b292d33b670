import { type Delivery, deliveryOrigin } from '@semblance/contract'
import { CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { dateTime, fileSize } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

export function DeliveryComplete({ delivery }: { delivery: Delivery }) {
  return (
    <section className="card px-5 py-10 text-center" aria-labelledby="delivery-complete">
      <CircleCheck className="mx-auto size-10 text-st-success-dot" aria-hidden />
      <h2 id="delivery-complete" className="display mt-4 text-xl">
        Delivery Complete
      </h2>
      <p className="mx-auto mt-2 max-w-[52ch] text-base text-muted-foreground">
        The synthetic twin is with the client. Payment follows client review: escrow is released to
        you with their acceptance.
      </p>
      <DescriptionList
        className="mx-auto mt-6 max-w-[440px] border-y text-left"
        rows={[
          ...(deliveryOrigin(delivery) === 'uploaded' ? filesOf(delivery) : []),
          ...(delivery.finishedAt
            ? [
                {
                  term: 'Delivered',
                  value: <TimeText at={delivery.finishedAt} show={dateTime} />,
                },
              ]
            : []),
        ]}
      />
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <Button asChild variant="outline">
          <Link to={paths.vendorContracts}>View Contracts</Link>
        </Button>
        <Button asChild>
          <Link to={paths.earnings}>View Earnings</Link>
        </Button>
      </div>
    </section>
  )
}

const filesOf = ({ fileCount, fileName, fileBytes }: Delivery) => [
  {
    term: fileCount > 1 ? 'Your files' : 'Your file',
    value: (
      <span className="mono break-all">
        {fileName}
        {fileCount > 1 && ` and ${fileCount - 1} more`}
      </span>
    ),
  },
  { term: 'Size', value: <span className="num">{fileSize(fileBytes)}</span> },
]
