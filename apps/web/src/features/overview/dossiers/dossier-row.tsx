import { dossierLimits, dossierPurpose } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { FolderDown, FolderOpen } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { saveArchive } from '@/lib/files/save-file.ts'
import { paths } from '@/paths.ts'

/** Offers the dossier of a deal, as the reader's side sees it, with what it proves; belongs in a list. */
export function DossierRow({ contractId }: { contractId: string }) {
  const download = useMutation({
    mutationFn: () =>
      saveArchive(`/api/contracts/${contractId}/dossier.zip`, `${contractId}-dossier.zip`),
    onError: () =>
      notify.error('Dossier not downloaded', 'Check your connection and try again in a moment.'),
  })
  return (
    <li className="py-2.5 print:hidden">
      <div className="flex items-center gap-3">
        <span
          aria-hidden
          className="grid size-8 shrink-0 place-items-center rounded-sm bg-muted text-muted-foreground"
        >
          <FolderOpen className="size-4" />
        </span>
        <div className="min-w-0 flex-1">
          <div>Deal dossier</div>
          <Link to={paths.verify} className="link text-xs">
            Verify a Dossier
          </Link>
        </div>
        <Button
          size="sm"
          variant="outline"
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {!download.isPending && <FolderDown aria-hidden />}
          Download Dossier
        </Button>
      </div>
      <p className="mt-1.5 text-muted-foreground text-xs">
        {dossierPurpose} {dossierLimits}
      </p>
    </li>
  )
}
