import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { CopyButton } from '@/components/blocks/text/copy-button.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx'
import type { Content, Description, Parameter } from './description.ts'
import { FieldList } from './field-list.tsx'
import { type Field, fieldsOf, shapeOf, typeOf } from './fields.ts'
import { needsOf, type Operation, refusalsOf, successesOf } from './operations.ts'
import { curlOf, typescriptOf } from './samples.ts'

type Described = { operation: Operation; description: Description }

/** Shows all of an operation: who may call it, what it takes and answers, and programs that call it. */
export function OperationDetail({ operation, description }: Described) {
  const { operationId, requestBody, parameters = [] } = operation
  const { search } = useLocation()
  return (
    <div className="grid min-w-0 items-start gap-x-8 gap-y-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
      <div className="grid min-w-0 gap-5">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-base">
          <Link
            to={{ search, hash: operationId }}
            replace
            preventScrollReset
            className="mono text-primary text-sm underline underline-offset-[3px] [overflow-wrap:anywhere]"
          >
            {operationId}
          </Link>
          <Needed operation={operation} />
        </div>
        {parameters.length > 0 && (
          <Part title="Parameters">
            <FieldList fields={parameters.map((one) => parameterField(one, description))} />
          </Part>
        )}
        {requestBody && (
          <Part title="Body">
            <ContentPart content={requestBody.content} description={description} />
          </Part>
        )}
        {successesOf(operation).map(([status, answer]) => (
          <Part key={status} title={`Answer ${status}`} about={answer.description}>
            {answer.headers && (
              <FieldList
                fields={Object.entries(answer.headers).map(([name, header]) => ({
                  ...{ name, depth: 0, type: 'header', isRequired: false },
                  notes: header.description ? [header.description] : [],
                }))}
              />
            )}
            {answer.content && <ContentPart content={answer.content} description={description} />}
          </Part>
        ))}
        <Refusals operation={operation} description={description} />
      </div>
      <Samples operation={operation} description={description} />
    </div>
  )
}

function Part({ title, about, children }: { title: string; about?: string; children?: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-2">
      <h4 className="font-semibold text-base">
        {title}
        {about && <span className="font-normal text-muted-foreground"> · {about}</span>}
      </h4>
      {children}
    </section>
  )
}

function Needed({ operation }: { operation: Operation }) {
  const needs = needsOf(operation)
  if (needs.kind === 'open') return <p>Needs no bearer.</p>
  const { scope, isOpenToVisitors } = needs
  return (
    <p>
      {scope === null && 'Sessions of people alone; no key does this.'}
      {scope === '' && 'Any key, or a session.'}
      {scope && (
        <>
          A key with the scope <code>{scope}</code>, or a session.
        </>
      )}
      {isOpenToVisitors && ' Visitors read the sample marketplace without either.'}
      {operation['x-sunset'] && ` Goes on ${operation['x-sunset']}.`}
    </p>
  )
}

function parameterField(
  { name, in: place, required = false, description: about, schema = {} }: Parameter,
  description: Description,
): Field {
  const { type, notes } = shapeOf(schema, description)
  return {
    ...{ name, depth: 0, type, isRequired: required },
    notes: [placeNames[place], ...(about ? [about] : []), ...notes],
  }
}

const placeNames = { path: 'in the address', query: 'in the query', header: 'header' } as const

/** Shows each media type with its fields and the example that a test recorded. */
function ContentPart({ content, description }: { content: Content; description: Description }) {
  return Object.entries(content).map(([type, { schema, example }]) => {
    const fields = schema ? fieldsOf(schema, description) : []
    const isJson = type === 'application/json'
    return (
      <div key={type} className="grid min-w-0 gap-2">
        <p className="mono text-muted-foreground text-sm">
          {isJson && schema ? typeOf(schema, description) : type}
        </p>
        {fields.length > 0 && <FieldList fields={fields} />}
        {example !== undefined && (
          <details>
            <summary className="w-fit cursor-pointer py-1 font-medium text-primary text-sm max-md:py-2.5">
              Example
            </summary>
            <Code text={JSON.stringify(example, null, 2)} />
          </details>
        )}
      </div>
    )
  })
}

function Refusals({ operation, description }: Described) {
  const refusals = refusalsOf(operation, description)
  if (refusals.length === 0) return null
  return (
    <Part title="Errors">
      <dl className="grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[3rem_minmax(0,1fr)]">
        {refusals.map(({ status, codes, description: about }) => (
          <div key={status} className="contents">
            <dt className="num font-medium">{status}</dt>
            <dd className="mono text-muted-foreground [overflow-wrap:anywhere]">
              {codes.length > 0 ? codes.join(', ') : about}
            </dd>
          </div>
        ))}
      </dl>
      <Link
        to="?tab=errors"
        className="w-fit text-primary text-sm underline underline-offset-[3px]"
      >
        What each code means
      </Link>
    </Part>
  )
}

function Samples({ operation, description }: Described) {
  const samples = [
    { name: 'curl', text: curlOf(operation, description) },
    { name: 'TypeScript', text: typescriptOf(operation, description) },
  ]
  return (
    <Part title="Sample">
      <Tabs defaultValue="curl" className="min-w-0">
        <TabsList aria-label="Language">
          {samples.map(({ name }) => (
            <TabsTrigger key={name} value={name}>
              {name}
            </TabsTrigger>
          ))}
        </TabsList>
        {samples.map(({ name, text }) => (
          <TabsContent key={name} value={name} className="grid gap-2 pt-3">
            <Code text={text} />
            <div>
              <CopyButton text={text} noun="Sample" />
            </div>
          </TabsContent>
        ))}
      </Tabs>
    </Part>
  )
}

const Code = ({ text }: { text: string }) => (
  <pre className="mono whitespace-pre-wrap rounded-md bg-sunken p-4 text-sm [overflow-wrap:anywhere]">
    {text}
  </pre>
)
