import { useParams } from 'react-router'
import { certificateQuery } from '@/features/delivery/certificates/certificate-query.ts'
import { CertificateState } from '@/features/delivery/certificates/certificate-state.tsx'
import { CertificateView } from '@/features/delivery/certificates/certificate-view.tsx'
import type { PageQueries } from '@/lib/api/page-queries.ts'

export const queries: PageQueries = ({ id = '' }) => [certificateQuery(id)]

/** Shows a certificate to all holders of its address, with or without an account. */
export default function CertificatePage() {
  const { id = '' } = useParams()
  return (
    <CertificateState id={id} title="Certificate of delivery" record="certificate">
      {(certificate) => <CertificateView {...certificate} />}
    </CertificateState>
  )
}
