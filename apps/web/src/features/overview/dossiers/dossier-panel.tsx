import { dossierLimits, dossierPurpose } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { FolderDown } from 'lucide-react'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { saveArchive } from '@/lib/files/save-file.ts'
import { paths } from '@/paths.ts'

/** Offers the dossier of a deal, as the reader's side sees it, with what it proves. */
export function DossierPanel({ contractId }: { contractId: string }) {
  const download = useMutation({
    mutationFn: () =>
      saveArchive(`/api/contracts/${contractId}/dossier.zip`, `${contractId}-dossier.zip`),
    onError: () =>
      notify.error('Dossier not downloaded', 'Check your connection and try again in a moment.'),
  })
  return (
    <Panel title="Deal dossier" className="print:hidden">
      <p className="text-muted-foreground text-sm">
        {dossierPurpose} {dossierLimits}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="outline"
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {!download.isPending && <FolderDown aria-hidden />}
          Download Dossier
        </Button>
        <Button asChild size="sm" variant="ghost">
          <Link to={paths.verify}>Verify a Dossier</Link>
        </Button>
      </div>
    </Panel>
  )
}
