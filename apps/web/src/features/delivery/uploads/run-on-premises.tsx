import { type Delivery, MEASURING_DAYS, measuredLimits, RESERVED_HOURS } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { sourcesQuery } from '@/components/blocks/sources/source-queries.ts'
import { ErrorSummary } from '@/components/blocks/states/error-summary.tsx'
import { CopyButton } from '@/components/blocks/text/copy-button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Select } from '@/components/ui/select.tsx'
import { paths } from '@/paths.ts'

type RunOnPremisesProps = { contractId: string; delivery: Delivery | null }

const newSource = 'new'

/** Explains how data is delivered that must not leave its place, with the command that does it. */
export function RunOnPremises({ contractId, delivery }: RunOnPremisesProps) {
  const query = useInfiniteQuery(sourcesQuery)
  const sources = query.data?.pages.flatMap(({ items }) => items) ?? []
  const [chosen, setChosen] = useState<string>()
  const source = chosen ?? sources[0]?.id ?? newSource
  const sourceOption =
    source === newSource ? `--new-source "Name of the data"` : `--source ${source}`
  const once = [
    `semblance login --url ${location.origin}`,
    'semblance keygen signing-key.json',
  ].join('\n')
  const run = [
    `semblance deliver --contract ${contractId} ${sourceOption} \\`,
    '  --signing-key signing-key.json customers.csv',
  ].join('\n')
  const ended = delivery?.isMeasuredByVendor && delivery.reason
  return (
    <Panel
      title="Run on your premises"
      description="The original never reaches us: you measure it where it is, and we draw the twin from the model."
    >
      <div className="grid gap-6">
        {ended && (
          <ErrorSummary
            title="The last measurement was not accepted."
            points={[delivery.reason ?? '']}
          />
        )}
        <Step number={1} title="Once, before the first delivery">
          <p>
            An administrator makes an API key that may “Deliver what was measured on own premises”,
            and registers the public half of a signing key, both on the page{' '}
            <Link className="link" to={paths.developers}>
              Developers
            </Link>
            . The command is part of this platform’s repository; it needs Node.js.
          </p>
          <Command text={once} noun="Commands" />
        </Step>
        <Step number={2} title="Measure and deliver">
          <Field
            label="Source"
            hint="The privacy account that pays: what was ever measured of the same data adds up there."
          >
            {(field) => (
              <Select
                {...field}
                value={source}
                onValueChange={setChosen}
                options={[
                  ...sources.map(({ id, name }) => ({ value: id, label: `${name} (${id})` })),
                  { value: newSource, label: 'A new one, for data never measured before' },
                ]}
                className="w-full sm:w-96"
              />
            )}
          </Field>
          <Command text={run} noun="Command" />
          <p>
            In place of files, name tables of a database:{' '}
            <code className="mono text-sm [overflow-wrap:anywhere]">
              --table customers postgres://reader@warehouse/sales
            </code>
            . Give the command again after an interruption: it goes on where it stopped, and
            measures nothing twice.
          </p>
        </Step>
        <Step number={3} title="What is sent, and what follows">
          <ul className="grid list-disc gap-1.5 pl-5">
            <li>
              Names and kinds of columns, the model with its noise, the report with noisy figures,
              and a statement that you sign.
            </li>
            <li>
              Of files, hashes of some rows under a key of your own that we hold, too, by which the
              same data is known again. Who has the key and a complete row can tell whether its hash
              is among them.
            </li>
            <li>
              The budget of the agreed privacy level is reserved first. It is free again after{' '}
              {RESERVED_HOURS} hours if counting has not begun; once it has, it is spent, also if no
              statement comes within {MEASURING_DAYS} days.
            </li>
            <li>The certificate says what you attest and what we do. {measuredLimits}</li>
          </ul>
        </Step>
      </div>
    </Panel>
  )
}

type StepProps = { number: number; title: string; children: ReactNode }

function Step({ number, title, children }: StepProps) {
  return (
    <section className="grid gap-3 text-base [&>p]:max-w-[76ch]">
      <h3 className="font-semibold">
        {number}. {title}
      </h3>
      {children}
    </section>
  )
}

function Command({ text, noun }: { text: string; noun: string }) {
  return (
    <>
      <pre className="mono whitespace-pre-wrap rounded-md bg-sunken p-4 text-sm [overflow-wrap:anywhere]">
        {text}
      </pre>
      <div>
        <CopyButton text={text} noun={noun} />
      </div>
    </>
  )
}
