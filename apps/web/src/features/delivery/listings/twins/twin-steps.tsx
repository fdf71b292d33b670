import { type DeliveryStatus, UPLOAD_HOURS } from '@semblance/contract'
import { Timeline } from '@/components/blocks/lists/timeline.tsx'
import { Panel } from '@/components/blocks/panel.tsx'

/** Lists what leads from data to a listing, and which step it is at. */
export function TwinSteps({ status }: { status: DeliveryStatus }) {
  const isUploaded = status !== 'draft'
  return (
    <Panel title="From data to listing">
      <Timeline
        items={[
          {
            id: 'upload',
            title: 'Upload the files',
            status: isUploaded ? 'completed' : 'in_progress',
            description: `Encrypted as they arrive. What is not submitted within ${UPLOAD_HOURS} hours is deleted, and the twin canceled.`,
          },
          {
            id: 'review',
            title: 'Review the columns',
            status: isUploaded ? 'in_progress' : 'pending',
            description:
              'Kinds, personal data and rules; what it costs the privacy account is shown.',
          },
          {
            id: 'measure',
            title: 'Have it measured, once',
            status: 'pending',
            description:
              'Charged to its source, also where the twin is then not made. The files are deleted, with their keys.',
          },
          {
            id: 'list',
            title: 'Describe and publish',
            status: 'pending',
            description: 'The listing is drafted, with the figures. Copies cost no more privacy.',
          },
        ]}
      />
    </Panel>
  )
}
