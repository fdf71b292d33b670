import { type Category, categories } from '@semblance/contract'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Panel } from '@/components/blocks/panel.tsx'
import { ChoiceCard } from '@/components/ui/choice-card.tsx'
import { Segment } from '@/components/ui/segment.tsx'
import { plural } from '@/lib/format.ts'
import type { DprFormInput } from '../dpr-form-schema.ts'
import { type RequestTemplate, requestTemplates, usualDeliverables } from './request-templates.ts'

const kinds = Object.entries(categories) as [Category, string][]

/** Offers templates that fill in columns, requirements and deliverables. */
export function TemplateChooser() {
  const { control, getValues, setValue } = useFormContext<DprFormInput>()
  const [category, dataContract] = useWatch({ control, name: ['category', 'dataContract'] })
  const [shown, setShown] = useState<Category>(category ?? 'retail')
  const fill = (values: Partial<DprFormInput>) => {
    for (const [name, value] of Object.entries(values))
      setValue(name as keyof DprFormInput, value, { shouldDirty: true })
  }
  const use = (template: RequestTemplate) =>
    fill({
      category: template.category,
      dataContract: { from: 'columns', columns: [...template.columns] },
      specifications: [...template.specifications],
      technicalRequirements: [...template.technicalRequirements],
      deliverables: usualDeliverables,
      ...(!getValues('title').trim() && { title: template.name }),
    })
  const clear = () =>
    fill({ dataContract: null, specifications: [], technicalRequirements: [], deliverables: [] })
  const names = dataContract?.from === 'columns' ? namesOf(dataContract.columns) : ''
  return (
    <Panel
      title="Start from a template"
      description="Fills in columns, requirements and deliverables; change anything."
    >
      <Segment
        label="Kind of data"
        className="max-w-full overflow-x-auto"
        value={shown}
        onValueChange={setShown}
        options={kinds.map(([value, label]) => ({ value, label }))}
      />
      <div className="mt-3 grid gap-3 sm:grid-cols-3">
        {requestTemplates
          .filter((template) => template.category === shown)
          .map((template) => (
            <ChoiceCard
              key={template.id}
              title={template.name}
              note={plural(template.columns.length, 'column')}
              isChosen={names === namesOf(template.columns)}
              onChoose={() => use(template)}
            />
          ))}
        <ChoiceCard
          title="Blank request"
          note="Your own columns"
          isChosen={dataContract === null}
          onChoose={clear}
        />
      </div>
    </Panel>
  )
}

const namesOf = (columns: readonly { name: string }[]) => columns.map(({ name }) => name).join(' ')
